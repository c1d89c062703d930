import { fieldsOf } from '@dhow/contract/records'
import { plinkoPath } from '@dhow/fairness/games'
import { isRisk, noActions, one, type Game, type Risk } from '../rules.ts'
import { itemAt } from '../../item-at.ts'

/** Plinko: a bead falls through rows of pegs into a bucket. */
export interface PlinkoOptions {
  risk: Risk
  rows: number
}

export interface PlinkoView {
  /** The steps, true to the right. */
  path: boolean[]
  bucket: number
}

export const plinkoRows = [8, 10, 12, 14, 16]

/** Paytables from the middle bucket outwards in hundredths; each returns 98.96 to 99.00 per cent (see the tests). */
const halves: Record<Risk, Record<number, number[]>> = {
  low: {
    8: [49, 80, 139, 260, 500],
    10: [51, 74, 116, 220, 410, 800],
    12: [50, 70, 112, 185, 310, 550, 1000],
    14: [47, 70, 105, 165, 260, 430, 700, 1200],
    16: [50, 65, 101, 150, 230, 370, 600, 950, 1600],
  },
  medium: {
    8: [39, 61, 136, 360, 1200],
    10: [39, 56, 113, 250, 700, 2200],
    12: [28, 49, 102, 220, 500, 1300, 3500],
    14: [31, 45, 86, 180, 400, 950, 2300, 6000],
    16: [28, 44, 81, 150, 320, 700, 1700, 4200, 11000],
  },
  high: {
    8: [22, 35, 115, 490, 2800],
    10: [19, 30, 82, 270, 1250, 7500],
    12: [19, 28, 62, 185, 700, 3100, 17000],
    14: [18, 27, 55, 135, 430, 1650, 7500, 42000],
    16: [18, 30, 43, 105, 300, 1000, 4000, 18500, 100000],
  },
}

/** Payout of a bucket in ten-thousandths; buckets count from the left. */
const bucketPays = ({ risk, rows }: PlinkoOptions, bucket: number): number =>
  (itemAt(halves[risk][rows] ?? [], Math.abs(bucket - rows / 2)) * one) / 100

/** Multipliers of the buckets from left to right, in ten-thousandths. */
export const plinkoBuckets = (options: PlinkoOptions): number[] =>
  Array.from({ length: options.rows + 1 }, (_, bucket) => bucketPays(options, bucket))

export const plinko: Game<PlinkoOptions, never, PlinkoView> = {
  slug: 'plinko',
  name: 'Bead Fall',
  categories: ['turbo', 'top'],
  volatility: 'medium',
  rtp: '98.96',
  hasAutoplay: true,
  readOptions(value) {
    const { risk, rows } = fieldsOf(value)
    const known = plinkoRows.find((count) => count === rows)
    return isRisk(risk) && known !== undefined ? { risk, rows: known } : undefined
  },
  readAction: noActions,
  play(seeds, options) {
    const path = plinkoPath(seeds, options.rows)
    const bucket = path.filter((isRight) => isRight).length
    return { multiplier: bucketPays(options, bucket), isOver: true, canCashOut: false, view: { path, bucket } }
  },
}
