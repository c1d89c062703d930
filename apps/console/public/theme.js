// Puts the operator's theme on before anything is painted.
try {
  if (localStorage.getItem('dhow_console_theme') === 'light') document.documentElement.dataset.theme = 'light'
} catch {
  // A browser without storage has the dark theme.
}
