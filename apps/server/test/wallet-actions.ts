import fc from 'fast-check'

// Random actions on the ledger, for the wallet's model test.

// ---- Generators ----

export type Account = 'cash' | 'bonus' | 'in_play' | 'bank_detail' | 'gaming_result' | 'bonus_cost'
interface PlannedLine {
  debit: Account
  credit: Account
  amount: number
}
export interface PlannedPosting {
  key: number
  player: number
  currency: 'own' | 'other'
  reference: number | undefined
  lines: PlannedLine[]
}
export type Action =
  | { do: 'post'; posting: PlannedPosting }
  | { do: 'repeat'; which: number; change: boolean }
  | { do: 'linked'; postings: PlannedPosting[] }
  | { do: 'grouped'; postings: PlannedPosting[] }
  | { do: 'hold'; key: number; player: number; amount: number }
  | { do: 'settle' | 'release'; key: number; hold: number; part: number }
  | { do: 'freeze' | 'unfreeze' | 'close'; player: number }
  | { do: 'rollUp' }

// Few players and keys, so that they collide; three players, one without accounts, and an unknown one.
const player = fc.constantFrom(0, 0, 0, 1, 1, 2, 3, 4)
const amount = fc.oneof(
  { weight: 12, arbitrary: fc.integer({ min: 1, max: 400 }) },
  { weight: 1, arbitrary: fc.constantFrom(0, -1, 1_999, 2_000, 2_001) },
)
const account = fc.constantFrom<Account>(
  'cash',
  'cash',
  'bonus',
  'in_play',
  'bank_detail',
  'gaming_result',
  'bonus_cost',
)
const line = fc.record({ debit: account, credit: account, amount }).filter(({ debit, credit }) => debit !== credit)
const deposit = fc.record({ debit: fc.constant<Account>('bank_detail'), credit: fc.constant<Account>('cash'), amount })
const planned = fc.record({
  key: fc.integer({ min: 0, max: 60 }),
  player,
  currency: fc.constantFrom<'own' | 'other'>('own', 'own', 'own', 'own', 'own', 'own', 'own', 'other'),
  reference: fc.option(fc.integer({ min: 0, max: 8 }), { nil: undefined, freq: 3 }),
  lines: fc.oneof(
    { weight: 3, arbitrary: fc.array(deposit, { minLength: 1, maxLength: 1 }) },
    { weight: 6, arbitrary: fc.array(line, { minLength: 1, maxLength: 3 }) },
    { weight: 1, arbitrary: fc.constant<PlannedLine[]>([]) },
  ),
})
const small = fc.integer({ min: 0, max: 30 })
// Few amounts and keys, so that one end matches two holds.
const heldAmount = fc.constantFrom(0, 50, 50, 100, 100, 250, 2_001)
export const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 12, arbitrary: fc.record({ do: fc.constant('post' as const), posting: planned }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('repeat' as const), which: small, change: fc.boolean() }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('linked' as const),
      postings: fc.array(planned, { minLength: 2, maxLength: 3 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('grouped' as const),
      postings: fc.array(planned, { minLength: 2, maxLength: 6 }),
    }),
  },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('hold' as const), key: small, player, amount: heldAmount }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom('settle' as const, 'release' as const),
      key: fc.oneof({ weight: 4, arbitrary: fc.integer({ min: 70, max: 73 }) }, { weight: 1, arbitrary: small }),
      hold: fc.integer({ min: 0, max: 6 }),
      part: fc.constantFrom(0, 0, 30),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom('freeze' as const, 'unfreeze' as const, 'unfreeze' as const, 'close' as const),
      player,
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('rollUp' as const) }) },
)
