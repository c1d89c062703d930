/** Inside bets on two to six neighbouring numbers of European roulette. Streets are 1·2·3, 4·5·6 … 34·35·36, with the zero before the first. */
export const insideKinds = ['split', 'street', 'corner', 'line'] as const
export type InsideKind = (typeof insideKinds)[number]

export interface InsideBet {
  /** Name of its field: kind and numbers, such as `split_1_2`. */
  field: string
  kind: InsideKind
  numbers: readonly number[]
}

const bet = (kind: InsideKind, ...numbers: number[]): InsideBet => ({
  field: [kind, ...numbers].join('_'),
  kind,
  numbers,
})

/** First numbers of the twelve streets. */
const streets = Array.from({ length: 12 }, (_, street) => street * 3 + 1)
const lastStreet = 34

/** All bets on several numbers, in the order of the layout. */
export const insideBets: readonly InsideBet[] = [
  ...[1, 2, 3].map((number) => bet('split', 0, number)),
  ...streets.flatMap((first) => [
    bet('split', first, first + 1),
    bet('split', first + 1, first + 2),
    ...(first < lastStreet ? [0, 1, 2].map((row) => bet('split', first + row, first + row + 3)) : []),
  ]),
  bet('street', 0, 1, 2),
  bet('street', 0, 2, 3),
  ...streets.map((first) => bet('street', first, first + 1, first + 2)),
  bet('corner', 0, 1, 2, 3),
  ...streets
    .filter((first) => first < lastStreet)
    .flatMap((first) => [0, 1].map((row) => bet('corner', ...[0, 1, 3, 4].map((step) => first + row + step)))),
  ...streets
    .filter((first) => first < lastStreet)
    .map((first) => bet('line', ...Array.from({ length: 6 }, (_, step) => first + step))),
]

const byField = new Map(insideBets.map((one) => [one.field, one]))

/** Inside bet of a field; undefined for single numbers and outside bets. */
export const insideBetOf = (field: string): InsideBet | undefined => byField.get(field)

/** Bets of a kind that cover a number. */
export const insideBetsOn = (kind: InsideKind, number: number): InsideBet[] =>
  insideBets.filter((one) => one.kind === kind && one.numbers.includes(number))
