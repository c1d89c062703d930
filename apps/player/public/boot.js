// Lets the first screen be painted, pictures included, before the program is fetched that makes it act.
;(() => {
  const files = document.currentScript.dataset.main.split(' ')
  // A form that is sent before the program is there would leave the page, and what was typed with it.
  const wait = (event) => performance.getEntriesByName('dhow:hydrated').length === 0 && event.preventDefault()
  document.addEventListener('submit', wait, true)
  // The browser offers to install the page when it likes; the portal does so later, or not at all.
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    window.dhowInstall = event
  })
  // The first call of every page of a player: asked before the program is there, which takes the answer (src/shared/api.ts).
  try {
    const token = localStorage.getItem('token')
    const request = { headers: { authorization: `Bearer ${token}` }, cache: 'no-store' }
    if (token)
      window.dhowChecked = { token, answer: fetch('/api/v1/dhow/player/verify-token', request).catch(() => undefined) }
  } catch {
    // A browser without storage is a visitor without a session.
  }
  // Without a picture on its way, the line is free for the program while the phone still paints.
  const isWaiting = (picture) => !picture.complete && picture.loading !== 'lazy'
  if (![...document.images].some(isWaiting))
    for (const href of files)
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
  // All files at once: the first one asks for the others, and a phone far away would wait for each in turn.
  const start = () => requestAnimationFrame(() => setTimeout(() => files.forEach((file) => import(file)), 0))
  if (document.readyState === 'complete') start()
  else addEventListener('load', start, { once: true })
})()
