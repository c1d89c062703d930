import { fieldsOf } from '@dhow/contract/records'
import { diceHundredths } from '@dhow/fairness/games'
import { fairMultiplier, isWhole, noActions, type Game } from '../rules.ts'

/** Dice: roll over or under a target; the roll is one of 10,001 numbers, 0.00 to 100.00. */
export interface DiceOptions {
  side: 'over' | 'under'
  /** The target in hundredths. */
  mark: number
}

export interface DiceView {
  /** The roll in hundredths. */
  roll: number
  isWon: boolean
}

const rolls = 10_001
const minWins = 10
const maxWins = 9800

/** Number of winning rolls out of 10,001. */
export const diceWins = ({ side, mark }: DiceOptions): number => (side === 'under' ? mark : rolls - 1 - mark)

export const diceMultiplier = (options: DiceOptions): number => fairMultiplier(BigInt(rolls), BigInt(diceWins(options)))

/** Range of targets for a side, in hundredths. */
export const diceMarks = (side: DiceOptions['side']): { min: number; max: number } =>
  side === 'under' ? { min: minWins, max: maxWins } : { min: rolls - 1 - maxWins, max: rolls - 1 - minWins }

export const dice: Game<DiceOptions, never, DiceView> = {
  slug: 'dice',
  name: 'Pearl Dice',
  categories: ['turbo'],
  volatility: 'medium',
  rtp: '99.00',
  hasAutoplay: true,
  readOptions(value) {
    const { side, mark } = fieldsOf(value)
    if (side !== 'over' && side !== 'under') return undefined
    const { min, max } = diceMarks(side)
    return isWhole(mark, min, max) ? { side, mark } : undefined
  },
  readAction: noActions,
  play(seeds, options) {
    const roll = diceHundredths(seeds)
    const isWon = options.side === 'under' ? roll < options.mark : roll > options.mark
    return {
      multiplier: isWon ? diceMultiplier(options) : 0,
      isOver: true,
      canCashOut: false,
      view: { roll, isWon },
    }
  },
}
