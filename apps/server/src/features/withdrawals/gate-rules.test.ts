import { describe, expect, it } from 'vitest'
import { reasonsAgainst, stopsFor, type GateFacts, type GateStep } from './gate-rules.ts'

const open: GateFacts = {
  areBooksBroken: false,
  isMarketOpen: true,
  isMarketLegal: true,
  isTierEnough: true,
  restrictions: new Set(),
  debtMinor: 0n,
  currency: 'NAD',
  isAccountBlocked: false,
  restsUntil: undefined,
}
const closed: GateFacts = {
  areBooksBroken: true,
  isMarketOpen: false,
  isMarketLegal: false,
  isTierEnough: false,
  restrictions: new Set(['wallet_closed', 'wallet_frozen', 'player_suspended'] as const),
  debtMinor: 1n,
  currency: 'NAD',
  isAccountBlocked: true,
  restsUntil: new Date(0),
}

const everything = [
  'books_broken',
  'market_illegal',
  'market_closed',
  'wallet_closed',
  'wallet_frozen',
  'player_suspended',
  'debt',
  'tier_too_low',
  'account_resting',
  'account_refused',
]
// An operator decides withdrawals whose account was blocked since the request.
const later = 'account_refused'
const without = (...codes: string[]) => everything.filter((code) => !codes.includes(code))

describe('the gate', () => {
  it.each<[GateStep, string[]]>([
    ['request', everything],
    ['approve', without('market_closed', later)],
    ['batch', without('market_closed', 'tier_too_low', later)],
    ['send-batch', without('market_closed', 'tier_too_low', later)],
    ['order', without('market_closed', 'tier_too_low', later)],
    ['mark-paid', without('market_closed', 'tier_too_low', 'books_broken', later)],
    ['reject', []],
    ['mark-sent-paid', []],
    ['failed', []],
    ['returned', []],
  ])('stops %s for these reasons, in this order', (step, codes) => {
    expect(reasonsAgainst(step, open)).toEqual([])
    expect(reasonsAgainst(step, closed).map(({ code }) => code)).toEqual(codes)
  })

  it('returns each reason once, with the steps that it stops', () => {
    const facts = { ...open, areBooksBroken: true, debtMinor: 230_000n }
    expect(stopsFor(['batch', 'mark-paid'], facts)).toMatchObject([
      { code: 'books_broken', steps: ['batch'] },
      {
        code: 'debt',
        steps: ['batch', 'mark-paid'],
        text: { code: 'stop_debt', params: { amount: '2300.00', currency: 'NAD' } },
      },
    ])
  })
})
