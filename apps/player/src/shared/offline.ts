import { whenIdle } from './when-idle.ts'

/** Starts the service worker when idle; `fetchAhead` loads what has to work offline before it was ever opened. */
export function startOffline(fetchAhead: () => Promise<unknown>) {
  if (!('serviceWorker' in navigator) || !isSecureContext) return
  const start = () =>
    void navigator.serviceWorker
      .register(trusted('/sw.js'))
      .then(async () => {
        const ready = await navigator.serviceWorker.ready
        await fetchAhead()
        ready.active?.postMessage({ keep: performance.getEntriesByType('resource').map((entry) => entry.name) })
      })
      // Without it the portal just needs a network.
      .catch(() => undefined)
  whenIdle(start)
}

/** Deletes the player's cached pages from this phone. */
export function clearReads() {
  void navigator.serviceWorker?.controller?.postMessage('forget')
}

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): { createScriptURL: (url: string) => string }
}

/** Trusted Types: the only script URL that the page accepts. */
function trusted(url: '/sw.js'): string {
  const { trustedTypes } = window as unknown as { trustedTypes?: TrustedTypes }
  return trustedTypes ? trustedTypes.createPolicy('dhow', { createScriptURL: () => url }).createScriptURL(url) : url
}
