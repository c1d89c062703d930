import { lookup as systemLookup } from 'node:dns'
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { BlockList, isIP, isIPv4, type LookupFunction } from 'node:net'

/** Networks that calls to outside services must not reach: this machine, private networks, and unroutable ones. */
const inside = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  inside.addSubnet(network, bits, 'ipv4')
for (const [network, bits] of [
  ['::', 127],
  ['64:ff9b::', 96],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  inside.addSubnet(network, bits, 'ipv6')

/** Whether an address belongs to this machine or a private network. */
export function isInside(address: string): boolean {
  const text = address.toLowerCase().replace(/^::ffff:(?=\d+\.)/, '')
  return isIPv4(text) ? inside.check(text, 'ipv4') : inside.check(text, 'ipv6')
}

/** Whether an operator's URL may be called: in live mode HTTPS with a public name; in the sandbox also this machine. */
export function isOutsideUrl(address: string, mode: 'sandbox' | 'live'): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname, username, password } = new URL(address)
  if (username !== '' || password !== '') return false
  if (mode === 'sandbox') return protocol === 'https:' || protocol === 'http:'
  const isPublic = hostname.includes('.') && !/^[\d.]+$/.test(hostname) && !hostname.startsWith('[')
  return protocol === 'https:' && isPublic && !/(^|\.)(localhost|local|internal)$/.test(hostname)
}

/** The name resolves to a private address. */
export class InternalAddressError extends Error {}

/** DNS lookup for a connection that fails if any address of the name is private. */
export const lookUpPublicAddress =
  (lookup: typeof systemLookup = systemLookup): LookupFunction =>
  (hostname, options, callback) =>
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? []
      if (error) return callback(error, '', 4)
      if (!first || addresses.some(({ address }) => isInside(address)))
        return callback(new InternalAddressError(`${hostname} leads into a private network`), '', 4)
      if (options.all) return callback(null, addresses)
      return callback(null, first.address, first.family)
    })

/**
 * Posts to a URL that an operator typed, and returns the status. Redirects are not followed; in live mode private
 * addresses are refused, also those behind a public name.
 * @throws InternalAddressError; any other error if nothing answered in time
 */
export async function postOutside(
  address: string,
  call: {
    mode: 'sandbox' | 'live'
    headers: Record<string, string>
    body: string
    timeoutMs: number
    lookup?: typeof systemLookup
  },
): Promise<number> {
  const { protocol, hostname } = new URL(address)
  const isGuarded = call.mode === 'live'
  if (isGuarded && isIP(hostname.replace(/^\[|\]$/g, '')) !== 0)
    throw new InternalAddressError(`${hostname} is no name`)
  return new Promise((resolve, reject) => {
    const request = (protocol === 'https:' ? httpsRequest : httpRequest)(
      address,
      {
        method: 'POST',
        headers: { 'content-length': String(Buffer.byteLength(call.body)), ...call.headers },
        signal: AbortSignal.timeout(call.timeoutMs),
        agent: false,
        ...(isGuarded ? { lookup: lookUpPublicAddress(call.lookup) } : {}),
      },
      (answer) => {
        answer.destroy()
        resolve(answer.statusCode ?? 0)
      },
    )
    request.on('error', reject)
    request.end(call.body)
  })
}
