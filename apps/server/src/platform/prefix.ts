import { BlockList, isIPv4 } from 'node:net'

/** A network that many people share, such as a mobile carrier's, with its multiple of the usual allowance. */
export interface Network {
  name: string
  /** CIDR: `41.182.0.0/16`, `2c0f:f178::/32`. */
  network: string
  allowance: number
}

/**
 * Network prefix by which tries are counted: 24 bits of an IPv4 address, 48 of an IPv6 one. One customer rarely holds a
 * larger network, and a shared address is never counted more strictly than its neighbours.
 */
export function prefixOf(ip: string): string {
  const v4 = mappedIPv4(ip)
  if (v4 !== undefined) return `${v4.split('.').slice(0, 3).join('.')}.0/24`
  return `${groupsOf(ip).slice(0, 3).join(':')}::/48`
}

/** Allowance of an address as a multiple of the usual one: the largest of the networks that contain it, else 1. */
export function scaleIn(networks: readonly Network[], ip: string): number {
  const v4 = mappedIPv4(ip)
  const holding = networks.filter(({ network }) => {
    const [address = '', bits = ''] = network.split('/')
    const family = isIPv4(address) ? 'ipv4' : 'ipv6'
    if ((family === 'ipv4') !== (v4 !== undefined)) return false
    const list = new BlockList()
    list.addSubnet(address, Number(bits), family)
    return list.check(v4 ?? ip, family)
  })
  return Math.max(1, ...holding.map(({ allowance }) => allowance))
}

function mappedIPv4(ip: string): string | undefined {
  const text = ip.toLowerCase().startsWith('::ffff:') ? ip.slice(7) : ip
  return isIPv4(text) ? text : undefined
}

/** The eight groups of an IPv6 address, without leading zeros. */
function groupsOf(ip: string): string[] {
  const [head = '', tail] = ip.toLowerCase().replace(/%.*$/, '').split('::')
  const before = head.split(':').filter(Boolean)
  const after = (tail ?? '').split(':').filter(Boolean)
  const missing = tail === undefined ? 0 : 8 - before.length - after.length
  const groups = [...before, ...Array.from({ length: Math.max(0, missing) }, () => '0'), ...after]
  return groups.map((group) => group.replace(/^0+(?=.)/, ''))
}
