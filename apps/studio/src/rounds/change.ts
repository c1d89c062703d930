/**
 * Common parts of all shared games. A round and its bets are a pure state machine: its inputs carry their time, and it returns changes to store and
 * publish.
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
  /** Reason of a refusal or rollback. */
  readonly code: string | null
}

/**
 * intent: stored, stake being debited. accepted: the wallet debited the stake. refused: it did not. rolling -> rolled_back: the stake is returned.
 * cashed or won -> paid: a payout is credited. lost -> closed: the loss is reported to the wallet. stuck: the wallet refused a settlement; needs an
 * operator.
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

/** Whether a bet needs a decided call to the wallet. */
export const isDue = ({ state }: SharedBet): boolean =>
  state === 'rolling' || state === 'cashed' || state === 'won' || state === 'lost'

export interface SharedTable<Round extends SharedRound, Bet extends SharedBet> {
  round: Round
  bets: Map<string, Bet>
}

/** Changes of a step, to be stored first and published afterwards. `created`: bets without a row yet. */
export interface Change<Round, Bet> {
  round: Round | null
  created: Bet[]
  bets: Bet[]
}

export const nothing = () => ({ round: null, created: [], bets: [] })

/** Moves a bet to its next state, also on the table if it is of this round. */
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

/** Applies the wallet's answer to a stake. Rolls back one that is too late for the round, or of an unknown bet. */
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

/** Marks a bet as lost at its round's end. */
export const loseBet = <Round extends SharedRound, Bet extends SharedBet>(table: SharedTable<Round, Bet>, bet: Bet) =>
  move(table, bet, { state: 'lost' })

/** Stores the outcome of a settlement call on the bet. */
export function endBet<Round extends SharedRound, Bet extends SharedBet>(
  table: SharedTable<Round, Bet>,
  bet: Bet,
  state: EndState,
  code: string,
): Change<Round, Bet> {
  const current = table.bets.get(bet.id) ?? bet
  return move(table, current, state === 'stuck' ? { state, code } : { state })
}

/** Merges changes in order; only the last state of a bet or round is written. */
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

/** Bets as JSON for an SQL statement; bigints as text. */
export const toJson = (bets: SharedBet[]): string =>
  JSON.stringify(bets, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value))
