import { call } from './api.ts'

/** Notifications in this browser; `unsupported` also without a service worker. */
export type OwnPush = 'unsupported' | 'on' | 'off'

const isSupported = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

async function subscription() {
  const registration = await navigator.serviceWorker.getRegistration()
  return registration?.pushManager.getSubscription() ?? null
}

/** Whether this browser is notified. */
export async function ownPush(): Promise<OwnPush> {
  if (!isSupported()) return 'unsupported'
  return Notification.permission === 'granted' && (await subscription()) ? 'on' : 'off'
}

/** Whether notifications can be switched on: they are off and not blocked. */
export const canStartPush = async (): Promise<boolean> =>
  (await ownPush()) === 'off' && Notification.permission !== 'denied'

/**
 * Asks for permission and sends the push subscription to the portal. Call it from a tap.
 * @returns false where the player or the browser refuses
 */
export async function startPush(): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false
  const { key } = await call('pushKey')
  const { pushManager } = await navigator.serviceWorker.ready
  // A subscription for another key would receive nothing.
  await (await pushManager.getSubscription())?.unsubscribe()
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
  const { endpoint = '', keys = {} } = made.toJSON()
  await call('addPush', { body: { endpoint, keys: { p256dh: keys['p256dh'] ?? '', auth: keys['auth'] ?? '' } } })
  return true
}

/** Stops the notifications of this browser. */
export async function stopPush(): Promise<void> {
  const own = await subscription()
  if (!own) return
  await call('removePush', { body: { endpoint: own.endpoint } })
  await own.unsubscribe()
}
