import { isIP } from 'node:net'

/**
 * Writes a small table in the MaxMind format (https://maxmind.github.io/MaxMind-DB/), with invented countries of
 * networks: a search tree of 24-bit records for IPv6, with IPv4 under `::/96`, then the rows, then the metadata.
 * @param networks countries by network, such as `198.51.100.0/24`; networks of one country share a row
 */
export function writeCountryTable(networks: Record<string, unknown>): Buffer {
  type Node = [Node | number | undefined, Node | number | undefined]
  const root: Node = [undefined, undefined]
  const rows: Buffer[] = []
  for (const [network, row] of Object.entries(networks)) {
    const [address = '', length = '0'] = network.split('/')
    const bits = bitsOf(address).slice(0, Number(length) + (isIP(address) === 4 ? 96 : 0))
    let node = root
    for (const bit of bits.slice(0, -1)) {
      const next = (node[bit] ??= [undefined, undefined])
      if (typeof next === 'number') throw new Error(`${network} lies in another network`)
      node = next
    }
    node[bits.at(-1)!] = rows.length
    rows.push(encode(row))
  }
  const nodes: Node[] = []
  const walk = (node: Node) => {
    nodes.push(node)
    for (const next of node) if (typeof next === 'object') walk(next)
  }
  walk(root)
  const offsets = rows.map((_, index) => rows.slice(0, index).reduce((sum, one) => sum + one.length, 0))
  const tree = Buffer.alloc(nodes.length * 6)
  for (const [index, node] of nodes.entries())
    for (const [side, next] of node.entries()) {
      const none = nodes.length
      const value =
        next === undefined ? none : typeof next === 'number' ? none + 16 + offsets[next]! : nodes.indexOf(next)
      tree.writeUIntBE(value, index * 6 + side * 3, 3)
    }
  const metadata = encode({
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1_790_000_000,
    database_type: 'Invented-Country',
    description: { en: 'Invented for a test' },
    ip_version: 6,
    languages: ['en'],
    node_count: nodes.length,
    record_size: 24,
  })
  return Buffer.concat([tree, Buffer.alloc(16), ...rows, Buffer.from('abcdef4d61784d696e642e636f6d', 'hex'), metadata])
}

function bitsOf(address: string): (0 | 1)[] {
  const bytes =
    isIP(address) === 4
      ? [...Array.from({ length: 12 }, () => 0), ...address.split('.').map(Number)]
      : groupsOf(address).flatMap((group) => [group >> 8, group & 255])
  return bytes.flatMap((byte) => [7, 6, 5, 4, 3, 2, 1, 0].map((shift) => ((byte >> shift) & 1) as 0 | 1))
}

function groupsOf(address: string): number[] {
  const [head = '', tail = ''] = address.split('::')
  const read = (part: string) => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16)))
  const [before, after] = [read(head), read(tail)]
  return [...before, ...Array.from({ length: 8 - before.length - after.length }, () => 0), ...after]
}

/** Encodes short texts, 32-bit integers, lists and maps: one control byte has kind and length. */
function encode(value: unknown): Buffer {
  if (typeof value === 'string') return Buffer.concat([Buffer.from([(2 << 5) | value.length]), Buffer.from(value)])
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(4)
    bytes.writeUInt32BE(value)
    return Buffer.concat([Buffer.from([(6 << 5) | 4]), bytes])
  }
  if (Array.isArray(value)) return Buffer.concat([Buffer.from([value.length, 11 - 7]), ...value.map(encode)])
  const entries = Object.entries(value as object)
  return Buffer.concat([
    Buffer.from([(7 << 5) | entries.length]),
    ...entries.flatMap(([key, one]) => [encode(key), encode(one)]),
  ])
}
