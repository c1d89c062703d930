import type { Deposit } from '@dhow/contract/deposits'
import type { Withdrawal } from '@dhow/contract/withdrawals'
import { textOf } from '@dhow/contract/player-texts'
import { beforeAll, expect, it } from 'vitest'
import { openPaymentsOf } from './open-payments.tsx'
import { loadWords } from './words/words.tsx'

beforeAll(() => loadWords('en', ['core', 'texts']))

const deposit = (id: string, submitted_at: string) =>
  ({
    id,
    submitted_at,
    method_text: textOf('text', { text: 'EFT' }),
    declared_amount: '10.00',
    currency: 'NAD',
    expected_by: '2026-01-01T12:30:00.000Z',
  }) as Deposit

it('a payment that changes state between the calls is listed once, in the later state', () => {
  const pending: Deposit = { ...deposit('dep_1', '2026-01-01T10:00:00.000Z'), status: 'pending' }
  const rows = openPaymentsOf([pending, { ...pending, status: 'processing' }], [])
  expect(rows.map(({ id, status }) => [id, status])).toEqual([['dep_1', 'processing']])
})

it('lists deposits and withdrawals together, oldest first', () => {
  const withdrawal = {
    id: 'wdr_1',
    requested_at: '2026-01-01T11:00:00.000Z',
    amount: '5.00',
    currency: 'NAD',
    account: { label_text: textOf('text', { text: 'Wallet' }), number: '•••• 5678' },
    expected_by: null,
  } as Withdrawal
  const rows = openPaymentsOf(
    [deposit('dep_2', '2026-01-01T12:00:00.000Z'), deposit('dep_1', '2026-01-01T10:00:00.000Z')],
    [withdrawal],
  )
  expect(rows.map(({ id, kind, what }) => [id, kind, what])).toEqual([
    ['dep_1', 'deposit', 'EFT'],
    ['wdr_1', 'withdrawal', 'Wallet · •••• 5678'],
    ['dep_2', 'deposit', 'EFT'],
  ])
})
