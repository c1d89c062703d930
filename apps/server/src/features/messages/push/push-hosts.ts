import type { Platform } from '../../../platform/platform.ts'

/** Browsers' push services; a leading dot includes all subdomains. */
const services = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  '.push.services.mozilla.com',
  'web.push.apple.com',
  '.push.apple.com',
  '.notify.windows.com',
]

/**
 * Whether a browser's push URL belongs to a known push service, by HTTPS on the default port; in the sandbox also the
 * sandbox's own. The server calls no other URL given by a player.
 */
export function isPushAddress(
  address: string,
  { mode, origins }: Pick<Platform['config'], 'mode' | 'origins'>,
): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname, port, username, password, origin, pathname } = new URL(address)
  if (username !== '' || password !== '') return false
  if (mode === 'sandbox' && origin === new URL(origins.sandbox).origin) return pathname.startsWith('/push/s/')
  if (protocol !== 'https:' || port !== '') return false
  return services.some((host) => (host.startsWith('.') ? hostname.endsWith(host) : hostname === host))
}
