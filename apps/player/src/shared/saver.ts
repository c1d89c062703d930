/** Draws the portal anew with or without the saver; the cookie lets the server draw it so from the first byte. */
export function showSaver(on: boolean) {
  document.cookie = `dhow_saver=${on ? 'on' : 'off'}; path=/; max-age=31536000; samesite=lax`
  location.reload()
}
