// Runs before the first paint, so that a dark table never flashes white. A file and not an inline script: the server forbids inline scripts.
try {
  const chosen = JSON.parse(localStorage.getItem('pilotta.settings') || '{}').theme;
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen;
} catch {
  // No storage (private mode): the system's theme stands.
}
