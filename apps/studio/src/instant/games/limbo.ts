import { fieldsOf } from '@dhow/contract/records'
import { limboHundredths } from '@dhow/fairness/games'
import { isWhole, noActions, one, type Game } from '../rules.ts'

/** Limbo: choose a target multiplier; the result has to reach it. */
export interface LimboOptions {
  /** The target in hundredths. */
  target: number
}

export interface LimboView {
  /** The result in hundredths, capped for display. */
  height: number
  isWon: boolean
}

export const limboTargets = { min: 101, max: 1_000_000 }

export const limbo: Game<LimboOptions, never, LimboView> = {
  slug: 'limbo',
  name: 'Flare',
  categories: ['turbo'],
  volatility: 'high',
  rtp: '99.00',
  hasAutoplay: true,
  readOptions(value) {
    const { target } = fieldsOf(value)
    return isWhole(target, limboTargets.min, limboTargets.max) ? { target } : undefined
  },
  readAction: noActions,
  play(seeds, { target }) {
    const height = Number(limboHundredths(seeds))
    const isWon = height >= target
    return { multiplier: isWon ? target * (one / 100) : 0, isOver: true, canCashOut: false, view: { height, isWon } }
  },
}
