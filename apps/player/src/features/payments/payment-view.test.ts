import { describe, expect, it } from 'vitest'
import type { PaymentStatus } from '@dhow/contract/shapes'
import { phasesOf } from './payment-view.ts'

const shownPhases = (kind: 'deposit' | 'withdrawal', state: string, status: PaymentStatus) =>
  phasesOf({ kind, state, status }).map(({ name, is }) => `${name} ${is}`)

describe('the phases of a payment', () => {
  it.each([
    ['submitted', 'pending', ['sent done', 'seen now', 'checked next', 'credited next']],
    ['under_review', 'processing', ['sent done', 'seen done', 'checked now', 'credited next']],
    ['needs_info', 'pending', ['sent done', 'seen done', 'checked now', 'credited next']],
    ['approved', 'completed', ['sent done', 'seen done', 'checked done', 'credited done']],
    ['rejected', 'rejected', ['sent done', 'seen done', 'checked failed', 'credited next']],
    ['expired', 'expired', ['sent done', 'seen failed', 'checked next', 'credited next']],
    ['reversed', 'reversed', ['sent done', 'seen done', 'checked done', 'credited failed']],
    // A player sent to a payment page may not have paid yet.
    ['pending', 'pending', ['sent now', 'seen next', 'checked next', 'credited next']],
    ['succeeded', 'completed', ['sent done', 'seen done', 'checked done', 'credited done']],
  ] as const)('a deposit that is %s', (state, status, phases) =>
    expect(shownPhases('deposit', state, status)).toEqual(phases),
  )

  it.each([
    ['requested', 'pending', ['asked done', 'checked now', 'approved next', 'paid next']],
    ['approved', 'processing', ['asked done', 'checked done', 'approved done', 'paid now']],
    ['paid', 'completed', ['asked done', 'checked done', 'approved done', 'paid done']],
    ['rejected', 'rejected', ['asked done', 'checked failed', 'approved next', 'paid next']],
    ['returned', 'reversed', ['asked done', 'checked done', 'approved done', 'paid failed']],
  ] as const)('a withdrawal that is %s', (state, status, phases) =>
    expect(shownPhases('withdrawal', state, status)).toEqual(phases),
  )
})
