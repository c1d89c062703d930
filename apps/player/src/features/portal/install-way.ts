/** The browser's install prompt; `boot.js` stores it, since it may arrive before the program runs. */
interface InstallPrompt extends Event {
  prompt(): Promise<unknown>
  userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>
}

declare global {
  interface Window {
    dhowInstall?: InstallPrompt | undefined
  }
}

/** How this browser installs the portal: by its prompt, by hand (Safari on iOS), or not at all (also if installed). */
export function installWay(): 'prompt' | 'by hand' | undefined {
  if (matchMedia('(display-mode: standalone)').matches) return undefined
  if (window.dhowInstall) return 'prompt'
  const { userAgent, maxTouchPoints } = navigator
  // An iPad claims to be a Mac; other browsers on iOS name themselves and cannot install.
  const isIos = /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1)
  return isIos && /Version\/\d.* Safari\//.test(userAgent) ? 'by hand' : undefined
}
