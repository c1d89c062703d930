import { createHash } from 'node:crypto'
import { BlockList, isIPv4, isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { Db, Tx } from '../../platform/db/index.ts'

/** Origin of a session. */
export interface DeviceOrigin {
  address: string
  /** SHA-256 of the user agent and languages: unchanged when cookies are deleted. */
  traits: Buffer
}

/** Addresses of this machine or network belong to a proxy, never a player. */
const own = new BlockList()
for (const [network, bits] of [
  ['10.0.0.0', 8],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  own.addSubnet(network, bits, 'ipv4')
own.addSubnet('fc00::', 7, 'ipv6')
own.addSubnet('fe80::', 10, 'ipv6')
own.addAddress('::1', 'ipv6')

/** Origin of a request; undefined for an address that many players share. */
export function originOfDevice({ ip, headers }: FastifyRequest): DeviceOrigin | undefined {
  const address = ip.toLowerCase().replace(/^::ffff:(?=\d+\.)/, '')
  if (isIPv4(address) ? own.check(address, 'ipv4') : !isIPv6(address) || own.check(address, 'ipv6')) return undefined
  const traits = createHash('sha256')
    .update(`${headers['user-agent'] ?? ''}\n${headers['accept-language'] ?? ''}`)
    .digest()
  return { address: isIPv4(address) ? address : networkOfHome(address), traits }
}

/** Network part (64 bits) of an IPv6 address, which stays while the device changes the rest every hour. */
function networkOfHome(address: string): string {
  const [head = '', tail] = address.split('::')
  const groups = (text: string) => (text === '' ? [] : text.split(':'))
  const [before, after] = [groups(head), groups(tail ?? '')]
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length)
  const all = [...before, ...Array.from({ length: zeros }, () => '0'), ...after]
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}

/** Records the origin of a session, for the checks of rewards. */
export async function noteOrigin(
  tx: Tx,
  session: { id: string; playerId: string; deviceId: string; at: Date },
  origin: DeviceOrigin,
) {
  await tx
    .insertInto('accounts.player_origin')
    .values({
      session_id: session.id,
      player_id: session.playerId,
      device_id: session.deviceId,
      at: session.at,
      address: origin.address,
      traits: origin.traits,
    })
    .execute()
}

const keptMs = 90 * 86_400_000

/** Deletes origins that are too old to show a relation. */
export async function forgetOrigins(db: Db, now: Date) {
  await db
    .deleteFrom('accounts.player_origin')
    .where('at', '<', new Date(now.getTime() - keptMs))
    .execute()
}
