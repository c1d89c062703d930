/** Reloads the portal with or without data saver; the cookie tells the server. */
export function showSaver(on: boolean) {
  document.cookie = `dhow_saver=${on ? 'on' : 'off'}; path=/; max-age=31536000; samesite=lax`
  location.reload()
}
