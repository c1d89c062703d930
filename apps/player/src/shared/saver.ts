/** Renders the portal again with or without the data saver; with the cookie the server renders it so from the first byte. */
export function showSaver(on: boolean) {
  document.cookie = `dhow_saver=${on ? 'on' : 'off'}; path=/; max-age=31536000; samesite=lax`
  location.reload()
}
