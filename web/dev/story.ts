import { mount } from 'svelte';
import '../src/app.css';
import MatchEnd from '../src/screens/table/MatchEnd.svelte';
import { speak } from '../src/lib/book.svelte';
import { settings } from '../src/lib/settings.svelte';
import Cards from './Cards.svelte';

await speak(settings.locale);

// What is seen too seldom to be met by playing: `?end=won`, `?end=lost`, `?end=reverse-won`, `?end=reverse-lost`.
const end = new URLSearchParams(location.search).get('end');
const target = document.getElementById('app')!;
if (end) {
  mount(MatchEnd, {
    target,
    props: {
      won: end.endsWith('won'),
      reverseCapot: end.startsWith('reverse'),
      score: [212, 148],
      wins: null,
      partner: 'Ελένη',
      onnew: () => {},
      onsheet: () => {},
    },
  });
} else {
  mount(Cards, { target });
}
