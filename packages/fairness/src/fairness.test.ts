import { createHash, createHmac, randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runFair } from './cli.ts'
import { crashHundredths, hundredthsText, previousHash, walkChain } from './crash.ts'
import {
  cards,
  cardText,
  diceHundredths,
  kenoNumbers,
  limboHundredths,
  minePlaces,
  plinkoBucket,
  roulettePocket,
} from './games.ts'
import { fromHex, hmacSha256, sha256, toHex } from './sha256.ts'
import { drawFrom, pick, type Seeds } from './stream.ts'

const diceSeeds = { serverSeed: 'f2ac89b608eeb01312d115bce6741b32', clientSeed: '86ff027f15c48241af7f54a726690ee7' }
const limboSeeds = { serverSeed: '5c5c42b55822f994bd955a4416775190', clientSeed: '40cea334816e7a68ed62d208ce4a2572' }
const mineSeeds = { serverSeed: '5ff5c610e633b2a91c46d1be1f74286b', clientSeed: '854581b6f52eaa86503f1dc6433655f9' }
const roundHash = '94aa062026624e59a0ace092568d5f46e21b9bf1d5173609db8645dd62bdfc44'
const salt = '00000000000000000001e08b7fd44f95e3e950ac65650a8031a6d5e1750e34be'

/** Mostly ASCII, as seeds are; also multi-byte characters. */
const text = fc.oneof(fc.string(), fc.string({ unit: 'binary' }))
const seeds = fc.record({ serverSeed: text, clientSeed: text, nonce: fc.nat() })

describe('the hash functions', () => {
  test('agree with Node for every length of message and key', () => {
    for (let length = 0; length < 200; length++) {
      const message = randomBytes(length)
      const key = randomBytes(200 - length)
      expect(toHex(sha256(message))).toBe(createHash('sha256').update(message).digest('hex'))
      expect(toHex(hmacSha256(key, message))).toBe(createHmac('sha256', key).update(message).digest('hex'))
    }
  })
  test('hexadecimal text is read back, and other text is refused', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        expect(fromHex(toHex(bytes))).toEqual(bytes)
      }),
    )
    expect(() => fromHex('abc')).toThrow(RangeError)
    expect(() => fromHex('zz')).toThrow(RangeError)
  })
})

describe('published results are reproduced', () => {
  test.each([
    [0, '28.07'],
    [1, '29.02'],
    [2, '5.86'],
    [3, '54.86'],
    [4, '9.66'],
  ])('dice, nonce %i: %s', (nonce, result) => {
    expect(hundredthsText(diceHundredths({ ...diceSeeds, nonce }))).toBe(result)
  })
  test.each([
    [0, '17.41'],
    [1, '1.69'],
    [2, '2.88'],
    [3, '21.02'],
    [4, '1.09'],
  ])('limbo, nonce %i: %s', (nonce, result) => {
    expect(hundredthsText(limboHundredths({ ...limboSeeds, nonce }))).toBe(result)
  })
  test('mines', () => {
    expect(minePlaces({ ...mineSeeds, nonce: 0 }, 1)).toEqual([6])
    expect(minePlaces({ ...mineSeeds, nonce: 1 }, 2)).toEqual([1, 21])
  })
  test('the crash point and the step to the round before', () => {
    expect(hundredthsText(crashHundredths(roundHash, salt))).toBe('10.91')
    expect(hundredthsText(crashHundredths(previousHash(roundHash), salt))).toBe('4.26')
    expect(previousHash(roundHash)).toBe(createHash('sha256').update(Buffer.from(roundHash, 'hex')).digest('hex'))
    expect(walkChain(roundHash, 1)).toBe(previousHash(roundHash))
    expect(walkChain(roundHash, 0)).toBe(roundHash)
  })
})

describe('the mappings', () => {
  test('draw the defined stream across cursors', () => {
    fc.assert(
      fc.property(seeds, (round) => {
        const draw = drawFrom(round)
        for (let cursor = 0; cursor < 3; cursor++) {
          const message = `${round.clientSeed}:${round.nonce}:${cursor}`
          const block = createHmac('sha256', round.serverSeed).update(message).digest()
          for (let index = 0; index < 32; index += 4) expect(draw()).toBe(block.readUInt32BE(index))
        }
      }),
      { numRuns: 30 },
    )
  })
  test('picking is exactly floor(f * limit)', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 32 - 1 }), fc.integer({ min: 1, max: 2 ** 20 }), (number, limit) => {
        expect(BigInt(pick(number, limit))).toBe((BigInt(number) * BigInt(limit)) >> 32n)
      }),
    )
  })
  test('stay within their bounds', () => {
    fc.assert(
      fc.property(seeds, fc.integer({ min: 1, max: 24 }), fc.integer({ min: 8, max: 16 }), (round, mines, rows) => {
        expect(diceHundredths(round)).toBeLessThanOrEqual(10_000)
        expect(limboHundredths(round)).toBeGreaterThanOrEqual(100n)
        expect(roulettePocket(round)).toBeLessThanOrEqual(36)
        expect(new Set(minePlaces(round, mines)).size).toBe(mines)
        const numbers = kenoNumbers(round)
        expect(new Set(numbers).size).toBe(10)
        expect(numbers[0]).toBeGreaterThanOrEqual(1)
        expect(numbers[9]).toBeLessThanOrEqual(40)
        expect(plinkoBucket(round, rows)).toBeLessThanOrEqual(rows)
      }),
    )
  })
  test('cards run 2 to A and diamond, heart, spade, club', () => {
    const round: Seeds = { ...diceSeeds, nonce: 0 }
    const block = createHmac('sha256', round.serverSeed).update(`${round.clientSeed}:0:0`).digest()
    const index = Math.floor((block.readUInt32BE(0) / 2 ** 32) * 52)
    const order = '2 3 4 5 6 7 8 9 10 J Q K A'
      .split(' ')
      .flatMap((rank) => ['diamond', 'heart', 'spade', 'club'].map((suit) => `${rank}-${suit}`))
    expect(cardText(cards(round, 1)[0]!)).toBe(order[index])
    const seen = new Set(Array.from({ length: 200 }, (_, nonce) => cards({ ...round, nonce }, 5).map(cardText)).flat())
    expect([...seen].sort()).toEqual([...order].sort())
  })
  test('crash points return 99 % at every target, within five standard errors over 50,000 rounds', () => {
    let hash = roundHash
    const count = 50_000
    const reached = new Map([150n, 200n, 500n, 1000n].map((target) => [target, 0]))
    for (let round = 0; round < count; round++) {
      const point = crashHundredths(hash, salt)
      for (const [target, times] of reached) if (point >= target) reached.set(target, times + 1)
      hash = previousHash(hash)
    }
    for (const [target, times] of reached) {
      const chance = 99 / Number(target)
      const error = Math.sqrt((chance * (1 - chance)) / count)
      expect(Math.abs(times / count - chance)).toBeLessThan(5 * error)
    }
  })
})

describe('the command', () => {
  const run = (...words: string[]) => {
    let out = ''
    let complaint = ''
    const code = runFair(
      words,
      (text) => (out += text),
      (text) => (complaint += text),
    )
    return { code, out, complaint }
  }
  const seedWords = ({ serverSeed, clientSeed }: { serverSeed: string; clientSeed: string }, nonce: number) => [
    '--server-seed',
    serverSeed,
    '--client-seed',
    clientSeed,
    '--nonce',
    String(nonce),
  ]
  test('prints the outcome as JSON', () => {
    expect(run('dice', ...seedWords(diceSeeds, 0)).out).toBe('{"game":"dice","result":28.07}\n')
    expect(run('mines', ...seedWords(mineSeeds, 1), '--mines', '2').out).toBe('{"game":"mines","result":[1,21]}\n')
    expect(run('crash', '--hash', roundHash, '--salt', salt).out).toBe('{"game":"crash","result":10.91}\n')
    const hand = JSON.parse(run('hilo', ...seedWords(diceSeeds, 0), '--cards', '3').out) as { result: string[] }
    expect(hand.result).toHaveLength(3)
  })
  test('prints the published results of the other games too', () => {
    const results = (game: string, from: typeof diceSeeds, count: number, ...options: string[]) =>
      Array.from({ length: count }, (_, nonce) => {
        const printed = JSON.parse(run(game, ...seedWords(from, nonce), ...options).out) as {
          game: string
          result: unknown
        }
        expect(printed.game).toBe(game)
        return printed.result
      })
    expect(results('dice', diceSeeds, 5)).toEqual([28.07, 29.02, 5.86, 54.86, 9.66])
    expect(results('limbo', limboSeeds, 5)).toEqual([17.41, 1.69, 2.88, 21.02, 1.09])
    expect(results('mines', mineSeeds, 1)).toEqual([[6]])
    const before = previousHash(roundHash)
    expect(run('crash', '--hash', before, '--salt', salt).out).toBe('{"game":"crash","result":4.26}\n')
  })
  test('matches Node’s HMAC and the published mappings for any seeds', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9a-f]{32}$/), fc.stringMatching(/^[a-z]{1,20}$/), fc.nat(99), (...of) => {
        const [serverSeed, clientSeed, nonce] = of
        const floats = [0, 1, 2].flatMap((cursor) => {
          const block = createHmac('sha256', serverSeed).update(`${clientSeed}:${nonce}:${cursor}`).digest()
          return Array.from({ length: 8 }, (_, index) =>
            [0, 1, 2, 3].reduce((sum, byte) => sum + block[index * 4 + byte]! / 256 ** (byte + 1), 0),
          )
        })
        const resultOf = (game: string, ...options: string[]): unknown =>
          (
            JSON.parse(run(game, ...seedWords({ serverSeed, clientSeed }, nonce), ...options).out) as {
              result: unknown
            }
          ).result
        expect(resultOf('roulette')).toBe(Math.floor(floats[0]! * 37))
        expect(resultOf('plinko', '--rows', '12')).toBe(floats.slice(0, 12).filter((float) => float >= 0.5).length)
        const numbers = Array.from({ length: 40 }, (_, index) => index + 1)
        const drawn = floats.slice(0, 10).map((float) => numbers.splice(Math.floor(float * numbers.length), 1)[0]!)
        expect(resultOf('keno')).toEqual(drawn.sort((a, b) => a - b))
        const names = '2 3 4 5 6 7 8 9 10 J Q K A'.split(' ')
        const deck = floats.slice(0, 9).map((float) => {
          const index = Math.floor(float * 52)
          return `${names[Math.floor(index / 4)]}-${['diamond', 'heart', 'spade', 'club'][index % 4]}`
        })
        for (const game of ['hilo', 'blackjack']) expect(resultOf(game, '--cards', '9')).toEqual(deck)
      }),
      { numRuns: 40 },
    )
  })
  test('refuses invalid input with the reason and a non-zero exit code', () => {
    expect(run('chess').code).toBe(2)
    expect(run('toString').complaint).toContain("no game 'toString'")
    expect(run('dice', '--server-seed', 'a', '--client-seed', 'b').complaint).toContain('--nonce is needed')
    expect(run('dice', ...seedWords(diceSeeds, 0).slice(0, 4), '--nonce', '-1').code).toBe(2)
    expect(run('crash', '--hash', 'abc', '--salt', 'x').complaint).toContain('64 hexadecimal digits')
    expect(run('mines', ...seedWords(mineSeeds, 0), '--mines', '25').complaint).toContain('1 to 24')
  })
})
