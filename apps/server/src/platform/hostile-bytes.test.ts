import type { FastifyRequest } from 'fastify'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { runAtOnce } from '../../test/parts.ts'
import { sorted } from '../features/catalog/sort-feed.ts'
import { readCookie } from './http/cookies.ts'
import { isPicture } from './pictures.ts'
import { memberText, numbersAsText, rewritten } from './signed-json.ts'
import { isShallowJson, isStorable, unstorablePath } from './storable-text.ts'

/** Arbitrary bytes from outside: each reader has an answer or its one named refusal for all of them. */

const runs = { seed: 23, numRuns: 300 }
const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.json(),
  fc
    .array(
      fc.constantFrom(
        '"',
        '\\',
        '{',
        '}',
        '[',
        ']',
        ':',
        ',',
        '1',
        'e',
        '-',
        '"a"',
        '\\u',
        'null',
        ' ',
        '\0',
        '\ud800',
      ),
    )
    .map((parts) => parts.join('')),
)

it('any text is read as signed JSON or throws a SyntaxError', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      memberText(text, 'a')
      try {
        numbersAsText(text)
        rewritten(text)
      } catch (error) {
        if (!(error instanceof SyntaxError)) throw error
      }
    }),
    runs,
  )
})

it('a list of games of any content is split into games and refusals whose texts can be stored', () => {
  const game = fc.record(
    {
      code: fc.oneof(fc.string(), fc.jsonValue()),
      name: fc.oneof(fc.string({ unit: 'binary' }), fc.jsonValue()),
      categories: fc.oneof(fc.array(fc.string()), fc.jsonValue()),
      rtp: fc.oneof(fc.string(), fc.jsonValue()),
    },
    { requiredKeys: [] },
  )
  const list = fc.array(fc.oneof(game, fc.jsonValue(), fc.constant({ code: { toString: 1 } })))
  fc.assert(
    fc.property(list, (sent) => {
      const { games, refused } = runAtOnce(sorted({ code: 'any', adds: [], position: 1 }, sent))
      expect(games.length + refused.length).toBe(sent.length)
      expect(unstorablePath([games, refused])).toBeUndefined()
    }),
    runs,
  )
})

it('cookies of any text are parsed or ignored', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const found = readCookie({ headers: { cookie: `${text}; dhow_hint=in` } } as FastifyRequest, 'dhow_hint')
      expect(found === undefined || /^[\w-]+$/.test(found)).toBe(true)
    }),
    runs,
  )
})

it('any bytes are a picture or none', async () => {
  const head = fc.constantFrom('', 'ffd8ffe0', '89504e470d0a1a0a', '52494646000000005745425056503820', '3c737667')
  await fc.assert(
    fc.asyncProperty(head, fc.uint8Array({ maxLength: 300 }), async (start, rest) => {
      expect(typeof (await isPicture(Buffer.concat([Buffer.from(start, 'hex'), rest])))).toBe('boolean')
    }),
    { ...runs, numRuns: 60 },
  )
})

it.each([
  ['{"a":[1,{"b":"[[[["}]}', 3, true],
  ['{"a":[1,{"b":"\\"[[[["}]}', 2, false],
  ['['.repeat(50_000), 32, false],
  ['[]'.repeat(50_000), 1, true],
])('the depth of %.20s is held against %i', (text, depth, isShallow) =>
  expect(isShallowJson(text, depth)).toBe(isShallow),
)

it.each(['\0', 'a\0b', '\ud800', '\udc00a', '\ud83d'])('finds %j anywhere in a text', (text) => {
  expect(isStorable(text)).toBe(false)
  expect(unstorablePath({ a: [{ b: text }] })).toBe('a.0.b')
  expect(unstorablePath({ [text]: 1 })).toBe('')
  expect(unstorablePath({ a: ['😀', 'पैसा', '', null, 1] })).toBeUndefined()
})
