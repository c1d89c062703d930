import { expect, it } from 'vitest'
import type { OwnBet } from '../../src/crash/messages.ts'
import { notesOf } from './flight-notes.ts'

const bet = (over: Partial<OwnBet>): OwnBet => ({
  ...{ id: 'b', no: 7, seq: 1, panel: 0, stake: 1000, auto: null, state: 'accepted', at: null, payout: 0, code: null },
  ...over,
})
const round = (phase: 'flight' | 'over') => ({
  ...{ no: 7, phase, closes: 0, takeoff: 0, started: 0, crash: phase === 'over' ? 250 : null },
})

it('a cash-out above its stake is a gain', () => {
  const mine = [bet({ state: 'cashed', payout: 1200, at: 120 })]
  expect(notesOf({ mine, round: round('flight') })).toEqual([{ kind: 'gain', minor: 1200, at: 120 }])
})

it('a payout at or below the stake is no gain', () => {
  const mine = [bet({ state: 'paid', payout: 1000, at: 100 })]
  expect(notesOf({ mine, round: round('flight') }).map(({ kind }) => kind)).toEqual(['even'])
})

it('the stakes lost in the crash are shown as one sum once the round is over', () => {
  const mine = [bet({ state: 'lost' }), bet({ id: 'c', panel: 1, state: 'lost', stake: 500 })]
  expect(notesOf({ mine, round: round('over') })).toEqual([{ kind: 'loss', minor: 1500, at: 0 }])
  expect(notesOf({ mine, round: round('flight') })).toEqual([])
})

it('bets of another round have no note', () => {
  expect(notesOf({ mine: [bet({ no: 6, state: 'lost' })], round: round('over') })).toEqual([])
})
