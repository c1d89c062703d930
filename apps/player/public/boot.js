// Delays the program until the first screen and its pictures are painted.
;(() => {
  const files = document.currentScript.dataset.main.split(' ')
  // Block form submits until the program runs: they would leave the page and lose what was typed.
  const wait = (event) => performance.getEntriesByName('dhow:hydrated').length === 0 && event.preventDefault()
  document.addEventListener('submit', wait, true)
  // Store the browser's install prompt: the portal shows it later, or not at all.
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    window.dhowInstall = event
  })
  // Send the first call of a signed-in player now; the program takes the answer (src/shared/api.ts).
  try {
    const token = localStorage.getItem('token')
    const request = { headers: { authorization: `Bearer ${token}` }, cache: 'no-store' }
    if (token)
      window.dhowChecked = { token, answer: fetch('/api/v1/dhow/player/verify-token', request).catch(() => undefined) }
  } catch {
    // Without storage there is no session.
  }
  // Without a picture on its way, the line is free for the program while the phone still paints. A drawing inside the page is on no way.
  const isWaiting = ({ complete, loading, src }) => !complete && loading !== 'lazy' && !src.startsWith('data:')
  if (![...document.images].some(isWaiting))
    for (const href of files)
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
  // Import all files at once: imported in turn, each costs a distant phone one more round trip.
  const start = () => requestAnimationFrame(() => setTimeout(() => files.forEach((file) => import(file)), 0))
  if (document.readyState === 'complete') start()
  else addEventListener('load', start, { once: true })
})()
