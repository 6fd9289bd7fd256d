import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { words } from './words.plugin.ts';

// The server serves what stands in its own `static` folder, so that one command runs everything.
const server = process.env.PILOTTA_SERVER ?? 'http://127.0.0.1:8000';

export default defineConfig({
  plugins: [words(), svelte()],
  build: {
    outDir: '../src/pilotta/server/static',
    emptyOutDir: true,
    target: 'es2022',
    // Only index.html is an entry: story.html is for development and never ships.
    rollupOptions: { input: 'index.html' },
  },
  server: {
    port: 5173,
    proxy: {
      '/api': { target: server, changeOrigin: false },
      '/ws': { target: server, ws: true, changeOrigin: false },
    },
  },
  test: { include: ['tests/**/*.test.ts'], environment: 'node', setupFiles: ['tests/speak.ts'] },
});
