import type { Clock } from '@dhow/platform/clock'
import type { Random } from './random.ts'

/** Makes ids with a prefix that sort by time of creation: `dep_01k0…`. */
export type MakeId = (prefix: string) => string

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

/**
 * Ten characters of milliseconds and sixteen random ones in Crockford's base 32, as in the ULID layout. Within one
 * millisecond the random part increments, so that ids of one process always sort in order of creation.
 */
export function makeIds(clock: Clock, random: Random): MakeId {
  let lastMs = -1
  let head = ''
  let tail = ''
  return (prefix) => {
    const nowMs = clock.now().getTime()
    if (nowMs > lastMs) {
      lastMs = nowMs
      head = headOf(nowMs)
      tail = ''
      for (const byte of random.bytes(16)) tail += alphabet.charAt(byte % 32)
    } else tail = following(tail)
    return `${prefix}_${head}${tail}`
  }
}

/** Increments the digits, wrapping to zeros. */
function following(digits: string): string {
  let last = digits.length - 1
  while (last >= 0 && digits.charAt(last) === 'z') last--
  const zeros = '0'.repeat(digits.length - 1 - last)
  if (last < 0) return zeros
  return digits.slice(0, last) + alphabet.charAt(alphabet.indexOf(digits.charAt(last)) + 1) + zeros
}

/**
 * Text that sorts before every id made from `at` on, to find the rows of a period by the index of their ids.
 * @example smallestIdAt('rnd', new Date(0)) // 'rnd_0000000000'
 */
export function smallestIdAt(prefix: string, at: Date): string {
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
