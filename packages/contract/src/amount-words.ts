import type { Currency } from './money.ts'

const small = (
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen ' +
  'nineteen'
).split(' ')
const tens = 'zero ten twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
/** Scales and their words, descending. */
type Scales = readonly (readonly [bigint, string])[]
const scales: Scales = [
  [1_000_000_000_000n, 'trillion'],
  [1_000_000_000n, 'billion'],
  [1_000_000n, 'million'],
  [1_000n, 'thousand'],
]
/** India counts in thousands, lakh and crore. */
const indianScales: Scales = [
  [10_000_000n, 'crore'],
  [100_000n, 'lakh'],
  [1_000n, 'thousand'],
]
const units = {
  NAD: { one: 'Namibian dollar', more: 'Namibian dollars', part: 'cent', parts: 'cents', scales },
  INR: { one: 'rupee', more: 'rupees', part: 'paisa', parts: 'paise', scales: indianScales },
} as const

/** An amount in English words, to make a misplaced decimal point obvious: “two thousand five hundred Namibian dollars”. */
export function amountInWords(minor: bigint, currency: Currency): string {
  const unit = units[currency]
  const [whole, part] = [minor / 100n, minor % 100n]
  const text = `${numberInWords(whole, unit.scales)} ${whole === 1n ? unit.one : unit.more}`
  return part === 0n ? text : `${text} and ${belowThousand(part)} ${part === 1n ? unit.part : unit.parts}`
}

function numberInWords(whole: bigint, steps: Scales): string {
  const step = steps.find(([least]) => whole >= least)
  if (!step) return belowThousand(whole)
  const [size, name] = step
  const rest = whole % size
  const head = `${numberInWords(whole / size, steps)} ${name}`
  return rest === 0n ? head : `${head} ${numberInWords(rest, steps)}`
}

function belowThousand(whole: bigint): string {
  const number = Number(whole)
  if (number < 20) return `${small[number]}`
  if (number < 100) {
    const rest = number % 10
    return `${tens[Math.floor(number / 10)]}${rest === 0 ? '' : `-${small[rest]}`}`
  }
  const rest = number % 100
  const head = `${small[Math.floor(number / 100)]} hundred`
  return rest === 0 ? head : `${head} ${belowThousand(BigInt(rest))}`
}
