import { mount } from 'svelte';
import '../src/app.css';
import Cards from './Cards.svelte';

mount(Cards, { target: document.getElementById('app')! });
