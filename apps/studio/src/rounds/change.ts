/**
 * Common parts of all shared games. A round and its bets are a pure state machine: its inputs have the time they came
 * at and answers what to write down and what to publish.
 */
export interface SharedRound {
  readonly id: string
  readonly number: number
}

export interface SharedBet {
  readonly id: string
  readonly round: string
  readonly walletSession: string
  readonly player: string
  readonly currency: string
  readonly stake: bigint
  readonly payout: bigint
  readonly demo: boolean
  readonly state: BetState
  /** Why it was refused or rolled back. */
  readonly code: string | null
}

/**
 * intent: stored, the stake is being debited. accepted: the wallet debited the stake. refused: it did not.
 * rolling -> rolled_back: the stake goes back. cashed or won -> paid: there is something to pay. lost -> closed: the loss was
 * reported to the wallet. stuck: the wallet decided against a settlement, for people to look at.
 */
export type BetState =
  | 'intent'
  | 'accepted'
  | 'refused'
  | 'rolling'
  | 'rolled_back'
  | 'cashed'
  | 'won'
  | 'paid'
  | 'lost'
  | 'closed'
  | 'stuck'

export type EndState = 'rolled_back' | 'paid' | 'closed' | 'stuck'

/** A bet in one of these waits for a decided call to the wallet. */
export const isDue = ({ state }: SharedBet): boolean =>
  state === 'rolling' || state === 'cashed' || state === 'won' || state === 'lost'

export interface SharedTable<Round extends SharedRound, Bet extends SharedBet> {
  round: Round
  bets: Map<string, Bet>
}

/** Changes of a step, to be written down first and published afterwards. `created` are bets that have no row yet. */
export interface Change<Round, Bet> {
  round: Round | null
  created: Bet[]
  bets: Bet[]
}

export const nothing = () => ({ round: null, created: [], bets: [] })

/** A bet in its next state, on the table if it is one of this round. */
export function move<Round extends SharedRound, Bet extends SharedBet>(
  table: SharedTable<Round, Bet>,
  bet: Bet,
  to: Partial<Bet> | Partial<SharedBet>,
): Change<Round, Bet> {
  const moved = { ...bet, ...to }
  if (table.bets.has(bet.id)) table.bets.set(bet.id, moved)
  return { round: null, created: [], bets: [moved] }
}

export type StakeAnswer = { isAccepted: boolean; code: string } | 'unknown'

/** Notes the wallet's answer to a stake. One that comes too late for the round, or that nobody knows, is rolled back. */
export function answerStake<Round extends SharedRound, Bet extends SharedBet>(
  table: SharedTable<Round, Bet>,
  bet: Bet,
  answer: StakeAnswer,
  isInTime: boolean,
): Change<Round, Bet> {
  const current = table.bets.get(bet.id) ?? bet
  const to = (state: BetState, code: string | null) => move(table, current, { state, code })
  if (current.state !== 'intent') return nothing()
  if (answer === 'unknown') return to('rolling', 'wallet_unknown')
  if (!answer.isAccepted) return to('refused', answer.code)
  return isInTime && table.round.id === current.round ? to('accepted', null) : to('rolling', 'too_late')
}

/** A bet that its round's end left nothing. */
export const loseBet = <Round extends SharedRound, Bet extends SharedBet>(table: SharedTable<Round, Bet>, bet: Bet) =>
  move(table, bet, { state: 'lost' })

/** The outcome of a settlement call, noted on the bet. */
export function endBet<Round extends SharedRound, Bet extends SharedBet>(
  table: SharedTable<Round, Bet>,
  bet: Bet,
  state: EndState,
  code: string,
): Change<Round, Bet> {
  const current = table.bets.get(bet.id) ?? bet
  return move(table, current, state === 'stuck' ? { state, code } : { state })
}

/** Later changes on top of earlier ones; of a bet or round only its last state is written. */
export function mergeChanges<Round, Bet extends SharedBet>(changes: Change<Round, Bet>[]): Change<Round, Bet> {
  const created = new Map<string, Bet>()
  const moved = new Map<string, Bet>()
  let round: Round | null = null
  for (const change of changes) {
    round = change.round ?? round
    for (const bet of change.created) created.set(bet.id, bet)
    for (const bet of change.bets) moved.set(bet.id, bet)
  }
  return { round, created: [...created.values()], bets: [...moved.values()] }
}

/** Bets as JSON for a statement; whole numbers of any size as text. */
export const toJson = (bets: SharedBet[]): string =>
  JSON.stringify(bets, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value))
