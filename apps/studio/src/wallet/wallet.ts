import type { DhowFreeRounds, DhowRules } from '@dhow/contract/gateway'

/**
 * Interface of a wallet for the studio. An answer is decided (`ok` or a named refusal) or unknown: no answer, a 5xx, or an invalid body. An unknown
 * call is repeated with the same id, or rolled back.
 */
export type WalletAnswer =
  | { isDecided: true; code: string; balance: bigint | null; rules?: DhowRules; freeRounds?: DhowFreeRounds }
  | { isDecided: false; reason: string }

export interface BetCall {
  session: string
  txId: string
  roundId: string
  game: string
  amount: bigint
  currency: string
  /** Grant of the wallet that pays the stake. */
  grant?: string
  /** Placed by autoplay. */
  automatic?: true
}

export interface WinCall extends Omit<BetCall, 'grant' | 'automatic'> {
  refTxId: string
}

export interface BetWinCall {
  session: string
  txId: string
  roundId: string
  game: string
  betAmount: bigint
  winAmount: bigint
  currency: string
  grant?: string
  automatic?: true
}

export interface Player {
  session: string
  id: string
  name: string
  currency: string
  balance: bigint
  /** Rules of the player's market; without them nothing optional is allowed. */
  rules?: DhowRules
  /** Free rounds in the session's game. */
  freeRounds?: DhowFreeRounds
}

/** A commitment made before a game's first round: the end of a chain with its salt, or the hash of a server seed. */
export interface CommitmentCall {
  game: string
  name: string
  hash: string
  chain?: { salt: string; rounds: number }
}

/** `kept`: in the portal's public log. `none`: the portal has no log. `differs`: the log has another one under this name. */
export type CommitAnswer = 'kept' | 'none' | 'differs' | 'unknown'

export interface Wallet {
  authenticate(token: string): Promise<{ player: Player } | { code: string } | 'unknown'>
  /** The balance, with the current market rules and free rounds. */
  balance(session: string): Promise<WalletAnswer>
  bet(call: BetCall): Promise<WalletAnswer>
  /** Pays a win; 0 reports a loss. */
  win(call: WinCall): Promise<WalletAnswer>
  /** Pays several wins in one call, each with its own answer. */
  wins(calls: WinCall[]): Promise<WalletAnswer[]>
  /** Debits a stake and pays its win atomically. */
  betwin(call: BetWinCall): Promise<WalletAnswer>
  rollback(call: { session: string; txId: string; refTxId: string; roundId: string }): Promise<WalletAnswer>
  /** Puts commitments into the portal's public log before their rounds; a repeat changes nothing. */
  commit(commitments: CommitmentCall[]): Promise<CommitAnswer>
  close(): void
}

/** The portal's wallet, and play money for demos. */
export interface Wallets {
  of(demo: boolean): Wallet
}
