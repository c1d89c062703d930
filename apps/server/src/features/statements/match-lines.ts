/** An undecided line, with everything that identifies a payment. */
export interface WaitingLine {
  id: string
  day: string
  amountMinor: bigint
  /** All forms in which references or codes may be written on it, from `keysOf`. */
  keys: ReadonlySet<string>
  /** It looks like money received before. */
  isSuspect: boolean
}

/** A candidate payment of a line: a reported deposit, a credited one without a line, a payout in transit. */
export interface OpenPayment {
  id: string
  /** Negative for a payout. */
  amountMinor: bigint
  refNorm: string
  /** The player's deposit code, or the payout's own. */
  code: string
  atMs: number
}

/** Evidence that a payment belongs to a line, strongest first. */
export const matchReasons = ['reference', 'code', 'amount', 'time'] as const
export type MatchReason = (typeof matchReasons)[number]
export interface Match {
  lineId: string
  paymentId: string
  score: number
  /** Safe for bulk approval: reference or code, amount and time match, and nothing else does. */
  exact: boolean
  why: MatchReason[]
}

const worth: Record<MatchReason, number> = { reference: 55, code: 25, amount: 15, time: 5 }
const dayMs = 86_400_000
/** Banks book after long weekends, and players report late. */
const daysApart = 5
const maxCandidates = 5
/** An amount shared by many payments is no evidence. */
const maxSameAmount = 20
const maxWords = 60
const wordsJoined = 4

/**
 * All forms in which a reference may be written in a text: its words, and neighbours joined, because people and banks
 * insert blanks and dashes.
 */
export function keysOf(reference: string, text: string, normaliseAny: (text: string) => string): Set<string> {
  // Nearly every word is plain letters and digits, and there are many.
  const normalise = (word: string) => (/^[A-Za-z0-9]*$/.test(word) ? word.toUpperCase() : normaliseAny(word))
  const keys = new Set<string>()
  const whole = normalise(reference)
  if (whole !== '') keys.add(whole)
  for (const part of [reference, text]) {
    const words = part
      .split(/[^\p{L}\p{N}]+/u)
      .slice(0, maxWords)
      .map(normalise)
      .filter(Boolean)
    for (let from = 0; from < words.length; from++) {
      let joined = ''
      for (let to = from; to < Math.min(words.length, from + wordsJoined); to++) {
        joined += words[to] ?? ''
        if (joined.length >= 4 && joined.length <= 40) keys.add(joined)
      }
    }
  }
  return keys
}

/**
 * Candidate payments for each line, best first. Lines and payments are of one account. The work grows with lines and
 * payments, not with their product.
 */
export function matchLines(lines: readonly WaitingLine[], payments: readonly OpenPayment[]): Match[] {
  if (payments.length === 0) return []
  const byRef = groupBy(payments, (payment) => payment.refNorm)
  const byCode = groupBy(payments, (payment) => payment.code)
  const byAmount = groupBy(payments, (payment) => payment.amountMinor)
  const strong = new Map<string, number>()
  const found = lines.map((line) => {
    const whys = new Map<OpenPayment, Set<MatchReason>>()
    const note = (payment: OpenPayment, why: MatchReason) => {
      const known = whys.get(payment)
      if (known) known.add(why)
      else whys.set(payment, new Set([why]))
    }
    for (const key of line.keys) {
      for (const payment of byRef.get(key) ?? []) note(payment, 'reference')
      for (const payment of byCode.get(key) ?? []) note(payment, 'code')
    }
    const alike = byAmount.get(line.amountMinor) ?? []
    if (alike.length <= maxSameAmount) for (const payment of alike) if (inTime(line, payment)) note(payment, 'amount')
    const matches: Match[] = []
    for (const [payment, why] of whys) {
      if (payment.amountMinor > 0n !== line.amountMinor > 0n) continue
      if (payment.amountMinor === line.amountMinor) why.add('amount')
      if (inTime(line, payment)) why.add('time')
      const reasons = matchReasons.filter((one) => why.has(one))
      const score = reasons.reduce((sum, one) => sum + worth[one], 0)
      const exact = (why.has('reference') || why.has('code')) && why.has('amount') && why.has('time') && !line.isSuspect
      matches.push({ lineId: line.id, paymentId: payment.id, score, exact, why: reasons })
    }
    matches.sort((one, other) => other.score - one.score || (one.paymentId < other.paymentId ? -1 : 1))
    const kept = matches.slice(0, maxCandidates)
    for (const match of kept) if (match.exact) strong.set(match.paymentId, (strong.get(match.paymentId) ?? 0) + 1)
    return kept
  })
  // A person decides two lines for one payment, or two payments for one line, even if one matches a little better.
  return found.flatMap((matches) => {
    const certain = matches.filter((match) => match.exact)
    const byReference = certain.filter((match) => match.why.includes('reference'))
    const only = byReference.length === 1 ? byReference[0] : certain.length === 1 ? certain[0] : undefined
    return matches.map((match) => ({ ...match, exact: match === only && strong.get(match.paymentId) === 1 }))
  })
}

function inTime(line: WaitingLine, payment: OpenPayment): boolean {
  const apart = (Date.parse(`${line.day}T12:00:00.000Z`) - payment.atMs) / dayMs
  return Math.abs(apart) <= daysApart
}

function groupBy<Key>(payments: readonly OpenPayment[], keyOf: (payment: OpenPayment) => Key): Map<Key, OpenPayment[]> {
  const groups = new Map<Key, OpenPayment[]>()
  for (const payment of payments) {
    const key = keyOf(payment)
    if (key === '') continue
    const group = groups.get(key)
    if (group) group.push(payment)
    else groups.set(key, [payment])
  }
  return groups
}
