// Hashes as in the package `receipts`, with the platform's own SHA-256 and fixed buffers: half the time, and no
// garbage. The platform returns a string of one character per byte fastest.
import { hash } from 'node:crypto'

export const hashBytes = 32
/** Hashes in a full tile. */
export const tileWidth = 256

/** `0x00 || entry` and `0x01 || left || right` (RFC 6962, section 2.1); reused for each hash. */
const leaf = Buffer.alloc(1 + hashBytes)
const node = Buffer.alloc(1 + 2 * hashBytes)
node[0] = 1

/** Writes the leaf hash of the entry at an offset of `entries` to an offset of `room`. */
export function writeLeafHash(entries: Buffer, from: number, room: Buffer, at: number) {
  entries.copy(leaf, 1, from, from + hashBytes)
  room.write(hash('sha256', leaf, 'binary'), at, 'latin1')
}

/** Root of the hashes of a full tile. */
export function rootOfTile(hashes: Buffer): Buffer {
  const level = Buffer.from(hashes)
  for (let width = tileWidth / 2; width >= 1; width /= 2)
    for (let at = 0; at < width; at++) {
      level.copy(node, 1, 2 * at * hashBytes, 2 * (at + 1) * hashBytes)
      level.write(hash('sha256', node, 'binary'), at * hashBytes, 'latin1')
    }
  return level.subarray(0, hashBytes)
}
