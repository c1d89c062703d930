/** The browser's own question, which `boot.js` keeps: it may come before the portal's program does. */
interface InstallPrompt extends Event {
  prompt(): Promise<unknown>
  userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>
}

declare global {
  interface Window {
    dhowInstall?: InstallPrompt | undefined
  }
}

/** How this browser installs the portal: by its own question, by hand as Safari on a phone does, or not, as where it is installed. */
export function installWay(): 'prompt' | 'by hand' | undefined {
  if (matchMedia('(display-mode: standalone)').matches) return undefined
  if (window.dhowInstall) return 'prompt'
  const { userAgent, maxTouchPoints } = navigator
  // A tablet says that it is a Mac; other browsers of the system name themselves, and cannot.
  const isIos = /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1)
  return isIos && /Version\/\d.* Safari\//.test(userAgent) ? 'by hand' : undefined
}
