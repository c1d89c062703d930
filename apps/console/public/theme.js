// Applies the operator's theme before the first paint.
try {
  if (localStorage.getItem('dhow_console_theme') === 'light') document.documentElement.dataset.theme = 'light'
} catch {
  // Without storage, keep the dark theme.
}
