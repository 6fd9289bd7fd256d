import { mount } from 'svelte';
import App from './App.svelte';
import './app.css';
import { speak } from './lib/book.svelte';
import { settings } from './lib/settings.svelte';

await speak(settings.locale);
mount(App, { target: document.getElementById('app')! });
