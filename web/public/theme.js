// Runs before the first paint, so that a dark table never flashes white. A file and not an inline script: the server forbids inline scripts.
(() => {
  let theme = 'auto';
  try {
    theme = JSON.parse(localStorage.getItem('pilotta.settings') || '{}').theme;
  } catch {
    // No storage (private window): the system's theme stands.
  }
  if (theme !== 'light' && theme !== 'dark') theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  document.documentElement.dataset.theme = theme;
})();
