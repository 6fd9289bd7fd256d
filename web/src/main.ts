import { mount } from 'svelte';
import App from './App.svelte';
import './app.css';
import { speak } from './lib/book.svelte';
import { settings } from './lib/settings.svelte';

// Without words there is nothing to show: a network that drops out while the page loads is tried again.
for (let spoken = false; !spoken; ) {
  spoken = await speak(settings.locale).then(
    () => true,
    () => new Promise((resolve) => setTimeout(() => resolve(false), 1000)),
  );
}
mount(App, { target: document.getElementById('app')! });
