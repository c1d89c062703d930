import { roundsShown } from '../../src/rounds/rounds-shown.ts'
import type { ListedBet, OwnBet, RoundView, Snapshot, StakeRange, ToPage } from '../../src/crash/messages.ts'

/** State of the page, reduced from messages. */
export interface GameState {
  n: number
  isSeated: boolean
  currency: string
  demo: boolean
  balance: number | null
  stakes: StakeRange | null
  chain: string
  round: RoundView | null
  list: Map<number, { name: string; stake: number; currency: string; cashedOutAt: number }>
  count: number
  last: [no: number, crash: number][]
  mine: OwnBet[]
}

export const emptyState: GameState = {
  n: 0,
  isSeated: false,
  currency: 'INR',
  demo: false,
  balance: null,
  stakes: null,
  chain: '',
  round: null,
  list: new Map(),
  count: 0,
  last: [],
  mine: [],
}

/** State after a message; 'gap' if a numbered event is missing and a snapshot is needed. */
export function apply(state: GameState, message: ToPage): GameState | 'gap' {
  switch (message.t) {
    case 'welcome': {
      const { currency, demo, balance, stakes } = message
      return { ...state, isSeated: true, currency, demo, balance, stakes }
    }
    case 'snap':
      return fromSnapshot(state, message)
    case 'mine':
      return { ...state, mine: message.bets, balance: message.balance ?? state.balance }
    case 'open':
    case 'fly':
    case 'crash':
    case 'void':
    case 'bets':
      if (message.n <= state.n) return state
      return message.n === state.n + 1 ? { ...applyEvent(state, message), n: message.n } : 'gap'
    default:
      return state
  }
}

/** Adds the ellipsis to a name, of which only the first letters are sent. */
const shown = ([, beginning, stake, currency, cashedOutAt]: ListedBet) => ({
  name: `${beginning}•••`,
  stake,
  currency,
  cashedOutAt,
})

function fromSnapshot(state: GameState, { n, chain, round, list, count, last }: Snapshot): GameState {
  const listed = list.map((bet) => [bet[0], shown(bet)] as const)
  return { ...state, n, chain, round, list: new Map(listed), count, last }
}

function applyEvent(
  state: GameState,
  event: Extract<ToPage, { t: 'open' | 'fly' | 'crash' | 'void' | 'bets' }>,
): GameState {
  const { round } = state
  switch (event.t) {
    case 'open': {
      const { no, closes, takeoff } = event
      const opened: RoundView = { no, phase: 'betting', closes, takeoff, started: null, crash: null }
      return { ...state, round: opened, list: new Map(), count: 0 }
    }
    case 'fly':
      return { ...state, round: round && { ...round, phase: 'flight', started: event.at } }
    case 'crash': {
      const last: GameState['last'] = [[event.no, event.crash], ...state.last]
      return {
        ...state,
        round: round && { ...round, phase: 'over', crash: event.crash },
        last: last.slice(0, roundsShown),
      }
    }
    case 'void':
      return { ...state, round: round && { ...round, phase: 'void' } }
    case 'bets': {
      const list = new Map(state.list)
      for (const bet of event.add) list.set(bet[0], shown(bet))
      for (const seq of event.drop) list.delete(seq)
      for (const [seq, cashedOutAt] of event.cashOuts) {
        const bet = list.get(seq)
        if (bet) list.set(seq, { ...bet, cashedOutAt })
      }
      return { ...state, list, count: event.count }
    }
  }
}
