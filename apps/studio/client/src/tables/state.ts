import type { FieldTotal, OwnBet, RoundView, ToPage } from '../../../src/tables/messages.ts'
import { roundsShown } from '../../../src/rounds/rounds-shown.ts'
import type { Welcome } from '../../../src/live/messages.ts'

/** State of the page, reduced from messages. */
export interface TableState {
  n: number
  isSeated: boolean
  currency: string
  demo: boolean
  balance: number | null
  stakes: Welcome['stakes'] | null
  chain: string
  salt: string
  pace: number
  round: RoundView | null
  totals: Map<number, { stakes: number; sums: [currency: string, minor: number][] }>
  last: [no: number, result: string][]
  mine: OwnBet[]
}

export const emptyState: TableState = {
  n: 0,
  isSeated: false,
  currency: 'INR',
  demo: false,
  balance: null,
  stakes: null,
  chain: '',
  salt: '',
  pace: 100,
  round: null,
  totals: new Map(),
  last: [],
  mine: [],
}

/** Number of earlier rounds whose stakes are kept; the newest are kept until there are others. */
const roundsKept = 2

/** State after a message; 'gap' if a numbered event is missing and a snapshot is needed. */
export function apply(
  state: TableState,
  message: ToPage,
  resultOf: (hash: string, salt: string, no: number) => string,
): TableState | 'gap' {
  switch (message.t) {
    case 'welcome': {
      const { currency, demo, balance, stakes } = message
      return { ...state, isSeated: true, currency, demo, balance, stakes }
    }
    case 'snap': {
      const { n, chain, salt, pace, round, totals, last } = message
      return { ...state, n, chain, salt, pace, round, totals: withTotals(new Map(), totals), last }
    }
    case 'mine':
      return { ...state, mine: message.bets }
    case 'own': {
      const changed = new Map(message.bets.map((bet) => [bet.id, bet]))
      const kept = state.mine.map((bet) => changed.get(bet.id) ?? bet)
      const known = new Set(kept.map((bet) => bet.id))
      const mine = [...kept, ...message.bets.filter((bet) => !known.has(bet.id))]
      return { ...state, mine, balance: message.balance ?? state.balance }
    }
    case 'open':
    case 'totals':
    case 'deal':
    case 'settled':
      if (message.n <= state.n) return state
      if (message.n !== state.n + 1) return 'gap'
      break
    default:
      return state
  }
  const next = { ...state, n: message.n }
  const { round } = state
  if (message.t === 'totals') return { ...next, totals: withTotals(new Map(state.totals), message.fields) }
  if (message.t === 'open') {
    const { no, closes, deals } = message
    const opened: RoundView = { no, phase: 'betting', closes, deals, at: null, hash: null }
    const newest = newestOwn(state)
    const mine = state.mine.filter((bet) => bet.no > no - roundsKept || bet.no === newest)
    return { ...next, round: opened, totals: new Map(), mine }
  }
  if (round?.no !== message.no) return 'gap'
  if (message.t === 'deal')
    return { ...next, round: { ...round, phase: 'dealing', at: message.at, hash: message.hash } }
  const result = resultOf(round.hash ?? '', state.salt, round.no)
  const last: TableState['last'] = [[round.no, result], ...state.last]
  return { ...next, round: { ...round, phase: 'settled' }, last: last.slice(0, roundsShown) }
}

function withTotals(totals: TableState['totals'], fields: FieldTotal[]): TableState['totals'] {
  for (const [field, stakes, ...sums] of fields) totals.set(field, { stakes, sums })
  return totals
}

/** A stake returned by the table, not cancelled by the player. */
export const isReturned = ({ state, code }: OwnBet): boolean => state === 'rolled_back' && code !== 'cancelled'

/** The newest round in which the player has or had stakes, also returned ones; 0 if none. */
export const newestOwn = ({ mine }: TableState): number =>
  Math.max(0, ...mine.filter((bet) => isOnTable(bet) || isReturned(bet)).map((bet) => bet.no))

/** True for a stake that counts: not refused or returned. */
export const isOnTable = ({ state }: OwnBet): boolean => !['refused', 'rolling', 'rolled_back'].includes(state)
