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
  // All files at once: the first one asks for the others, and a phone far away would wait for each in turn.
  const start = () => requestAnimationFrame(() => setTimeout(() => files.forEach((file) => import(file)), 0))
  if (document.readyState === 'complete') start()
  else addEventListener('load', start, { once: true })
})()
