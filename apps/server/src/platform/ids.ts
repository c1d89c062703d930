import type { Clock } from './clock.ts'
import type { Random } from './random.ts'

/** Makes ids that carry their kind and sort by the time they were made: `dep_01k0…`. */
export type MakeId = (prefix: string) => string

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

/** Ten characters of milliseconds and sixteen of chance in Crockford's base 32, as in the ULID layout. */
export function makeIds(clock: Clock, random: Random): MakeId {
  return (prefix) => {
    let timeMs = clock.now().getTime()
    const text = Array.from<string>({ length: 26 })
    for (let place = 9; place >= 0; place--) {
      text[place] = alphabet[timeMs % 32]!
      timeMs = Math.floor(timeMs / 32)
    }
    const bytes = random.bytes(16)
    for (let place = 0; place < 16; place++) text[10 + place] = alphabet[bytes[place]! % 32]!
    return `${prefix}_${text.join('')}`
  }
}
