import { fieldsOf } from '@dhow/contract/records'
import { wheelSegment } from '@dhow/fairness/games'
import { isRisk, noActions, one, type Game, type Risk } from '../rules.ts'
import { itemAt } from '../../item-at.ts'

/** Wheel of equal segments, each with its multiplier. */
export interface WheelOptions {
  risk: Risk
  segments: number
}

export interface WheelView {
  segment: number
}

export const wheelSizes = [10, 20, 30, 40, 50]

/** Ten segments in hundredths, repeated around the wheel; each ten sum to 9.90. */
const tens: Record<Exclude<Risk, 'high'>, number[]> = {
  low: [110, 130, 0, 110, 160, 110, 130, 0, 110, 130],
  medium: [0, 150, 0, 200, 0, 290, 0, 200, 0, 150],
}

/** Payout of a segment in ten-thousandths. At high risk only one segment pays. */
const segmentPays = ({ risk, segments }: WheelOptions, index: number): number =>
  risk === 'high' ? (index === 0 ? (segments * 99 * one) / 100 : 0) : (itemAt(tens[risk], index % 10) * one) / 100

/** Multipliers around the wheel, in ten-thousandths. */
export const wheelSegments = (options: WheelOptions): number[] =>
  Array.from({ length: options.segments }, (_, index) => segmentPays(options, index))

export const wheel: Game<WheelOptions, never, WheelView> = {
  slug: 'wheel',
  name: 'Compass',
  categories: ['turbo'],
  volatility: 'medium',
  rtp: '99.00',
  hasAutoplay: true,
  readOptions(value) {
    const { risk, segments } = fieldsOf(value)
    const known = wheelSizes.find((count) => count === segments)
    return isRisk(risk) && known !== undefined ? { risk, segments: known } : undefined
  },
  readAction: noActions,
  play(seeds, options) {
    const segment = wheelSegment(seeds, options.segments)
    return { multiplier: segmentPays(options, segment), isOver: true, canCashOut: false, view: { segment } }
  },
}
