import type { Clock } from '@dhow/platform/clock'
import type { Random } from './random.ts'

/** Makes ids that carry their kind and sort by the time they were made: `dep_01k0…`. */
export type MakeId = (prefix: string) => string

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

/**
 * Ten characters of milliseconds and sixteen of chance in Crockford's base 32, as in the ULID layout. Within one millisecond the chance
 * counts on, so that ids of one process always sort in the order in which they were made.
 */
export function makeIds(clock: Clock, random: Random): MakeId {
  let lastMs = -1
  let tail: number[] = []
  return (prefix) => {
    const nowMs = clock.now().getTime()
    if (nowMs > lastMs) {
      lastMs = nowMs
      tail = Array.from(random.bytes(16), (byte) => byte % 32)
    } else {
      for (let index = 15; index >= 0; index--) {
        const next = ((tail[index] ?? 0) + 1) % 32
        tail[index] = next
        if (next !== 0) break
      }
    }
    return `${prefix}_${headOf(lastMs)}${tail.map((digit) => alphabet[digit]).join('')}`
  }
}

/**
 * Text that sorts before every id made from `at` on, to find the rows of a period by the index of their ids.
 * @example firstIdAt('rnd', new Date(0)) // 'rnd_0000000000'
 */
export function firstIdAt(prefix: string, at: Date): string {
  return `${prefix}_${headOf(Math.max(0, at.getTime()))}`
}

function headOf(ms: number): string {
  let head = ''
  for (let rest = ms, index = 0; index < 10; index++) {
    head = alphabet.charAt(rest % 32) + head
    rest = Math.floor(rest / 32)
  }
  return head
}
