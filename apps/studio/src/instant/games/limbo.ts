import { fieldsOf } from '@dhow/contract/records'
import { limboHundredths } from '@dhow/fairness/games'
import { isWhole, noActions, one, type Game } from '../rules.ts'

/** Name a height; the flare has to rise at least as high. */
export interface LimboOptions {
  /** The height in hundredths. */
  target: number
}

export interface LimboView {
  /** How high it rose in hundredths, at most what a number on the screen holds. */
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
