import { expect, test } from 'vitest'
import { insideBetOf, insideBets, insideBetsOn, insideKinds } from './inside-bets.ts'
import { neighboursOf } from './roulette.ts'

/** Position on the layout: three columns, a street a row; the zero is before the first street, equally wide. */
const placeOf = (number: number) => ({ street: Math.ceil(number / 3), column: (number + 2) % 3 })

test('the layout has each bet of European roulette once', () => {
  const count = (kind: string) => insideBets.filter((bet) => bet.kind === kind).length
  expect(insideKinds.map((kind) => [kind, count(kind)])).toEqual([
    ['split', 60],
    ['street', 14],
    ['corner', 23],
    ['line', 11],
  ])
  const sets = insideBets.map(({ numbers }) => [...numbers].sort((a, b) => a - b).join())
  expect(new Set(sets).size).toBe(insideBets.length)
})

test('a bet without the zero covers a rectangle of numbers', () => {
  const shapes = { split: [2], street: [3], corner: [4], line: [6] }
  for (const { field, kind, numbers } of insideBets) {
    if (numbers.includes(0)) continue
    const places = numbers.map(placeOf)
    const [streets, columns] = [
      new Set(places.map(({ street }) => street)),
      new Set(places.map(({ column }) => column)),
    ]
    const spans = [streets, columns].map((one) => Math.max(...one) - Math.min(...one) + 1)
    expect([field, spans.reduce((area, span) => area * span, 1)]).toEqual([field, numbers.length])
    expect(shapes[kind]).toContain(numbers.length)
  }
})

test('a number has the bets that cover it', () => {
  const fieldsOn = (...[kind, number]: Parameters<typeof insideBetsOn>) =>
    insideBetsOn(kind, number).map(({ field }) => field)
  expect(fieldsOn('split', 5)).toEqual(['split_2_5', 'split_4_5', 'split_5_6', 'split_5_8'])
  expect(fieldsOn('corner', 36)).toEqual(['corner_32_33_35_36'])
  expect(fieldsOn('street', 1)).toEqual(['street_0_1_2', 'street_1_2_3'])
  expect(fieldsOn('line', 0)).toEqual([])
  expect(insideBetOf('split_1_36')).toBeUndefined()
})

test('neighbours are adjacent numbers on the wheel, also across its start', () => {
  expect(neighboursOf(0, 2)).toEqual([3, 26, 0, 32, 15])
  expect(neighboursOf(26, 1)).toEqual([3, 26, 0])
})
