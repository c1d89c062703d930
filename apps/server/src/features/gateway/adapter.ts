import type { IncomingHttpHeaders } from 'node:http'
import type { DhowCode, DhowRules } from '@dhow/contract/gateway'
import type { Commitment } from '../receipts/index.ts'
import type { UsableGrant } from './free-rounds.ts'
import type { Applied, GameTransaction } from './game-transaction.ts'
import type { GameSession } from './sessions.ts'

/** A call as received. */
export interface ProviderCall {
  /** Last part of the path: `bet`, `transaction/win`. */
  call: string
  /** Path and query, as requested and signed. */
  path: string
  headers: IncomingHttpHeaders
  rawBody: Buffer
}

/** Reply to the provider. `code` is our outcome code, for the call log; `body` is the protocol's own. */
export interface ProviderReply {
  status: number
  code: DhowCode
  body: object
  /** Transactions of a batch call, each with its own outcome, for the call log. */
  parts?: { about: About; code: DhowCode }[]
}

/** Subject of a call, for the call log. */
export interface About {
  playerId?: string
  txId?: string
  roundId?: string
}

/** Wallet functions for an adapter, for one provider whose signature was verified. */
export interface WalletPort {
  provider: string
  about: About
  /**
   * Exchanges a launch token, once; further calls use `sessionToken` if the provider creates it, else the returned one.
   */
  open(launchToken: string, sessionToken?: string): Promise<{ session: GameSession; token: string } | undefined>
  session(token: string): Promise<GameSession | undefined>
  /** The player's newest session with this provider, ended or not: for protocols that name only the player. */
  sessionOf(playerId: string): Promise<GameSession | undefined>
  player(playerId: string): Promise<{ name: string; country: string }>
  balance(session: GameSession): Promise<bigint>
  /** Current rules for games in the session's market. */
  rules(session: GameSession): DhowRules
  /** The player's free rounds in the session's game; undefined if there are none. */
  freeRounds(session: GameSession): Promise<UsableGrant | undefined>
  /** The player's grant by the provider's reference; undefined if there is none. Also finds ended grants. */
  grantOf(session: GameSession, ref: string): Promise<{ grantId: string; stakeMinor: bigint } | undefined>
  /** A grant of this provider by our own id, for protocols that know it by that; undefined if there is none. */
  grantById(grantId: string): Promise<{ playerId: string; gameId: string } | undefined>
  /** Converts the provider's code of a game to the catalogue's id, and back. */
  gameId(code: string): Promise<string | undefined>
  gameCode(gameId: string): Promise<string | undefined>
  /** Applies transactions in order, all or none; if none, the only answer is the first refusal. */
  apply(transactions: [GameTransaction, ...GameTransaction[]]): Promise<Applied[]>
  /**
   * Adds the provider's commitments to the public log; returns their positions. @throws Refusal `commitment_differs`
   */
  commit(commitments: Omit<Commitment, 'provider'>[]): Promise<number[]>
  /** Applies independent transactions, each decided as if alone. */
  applyEach(transactions: GameTransaction[]): Promise<Applied[]>
}

/** A launch through an adapter: the game's URL and its parameters. */
export interface Launch {
  launchUrl: string
  clientId: string
  game: string
  demo: boolean
  token: string
  playerId: string | undefined
  playerName: string | undefined
  currency: string
  country: string
  language: string
  theme: string
  lobby: string
  deposit: string
  /** Sends a signed call to the provider; throws if it does not answer. */
  post(url: string, headers: Record<string, string>, body: string): Promise<{ status: number; text: string }>
  /** Key to sign the portal's calls: the shared secret, or the portal's own private key. */
  signingKey: string | undefined
}

/** Fields of the portal's own calls to a provider. */
export interface ProviderCalls {
  launchUrl: string
  clientId: string
  post: Launch['post']
  signingKey: string | undefined
  now: Date
}

/** Free rounds for a request to a provider. Amounts are minor units. */
export interface GivenRounds extends ProviderCalls {
  /** Our id of the grant, the same for a repeated call. */
  grantId: string
  playerId: string
  /** The provider's code of the game. */
  game: string
  currency: string
  rounds: number
  stakeMinor: bigint
  from: Date
  until: Date
}

/** A wallet protocol. To add one, write a file of this shape and add its row in `adapters/index.ts`. */
export interface Adapter {
  /** Last parts of the paths, each a POST. */
  calls: readonly string[]
  /** Largest call bodies, if larger than usual. */
  bodyLimits?: Record<string, number>
  /** `secret`: shared and symmetric. `public`: the provider signs with its private key, and we keep the public one. */
  keys: 'secret' | 'public'
  /** Header with the provider's code; without it the code is in the path. */
  providerHeader?: string
  /** Whether the launch token is exchanged once, or used for all calls. */
  token: 'exchanged' | 'kept'
  /** The provider does not report lost bets: a bet open for longer than this has lost. */
  lostAfterMs?: number
  /** Bets can name a grant of free rounds; otherwise games of this protocol get none. */
  hasFreeRounds?: true
  /**
   * The provider manages free rounds at the portal's request; without it a game gets its grants from the wallet's
   * answers.
   */
  freeRounds?: {
    /** The protocol names a level of stakes instead of an amount, and only the lowest is known: the game's least stake. */
    hasLowestStakeOnly?: true
    /** Returns the provider's reference, or that it refused. Throws if the outcome is unknown; then it is repeated. */
    give(rounds: GivenRounds): Promise<{ ref: string } | 'refused'>
    /** Ends the remaining rounds. Throws if the outcome is unknown. */
    end(rounds: ProviderCalls & { ref: string }): Promise<void>
  }
  /** Verifies the signature over the raw bytes before parsing. Without keys it takes as long and fails. */
  check(call: ProviderCall, keys: readonly string[], nowMs: number): 'ok' | 'signature_invalid' | 'request_stale'
  /** The protocol's reply for a refusal; `rawBody` only if the signature was valid. */
  refuse(code: Exclude<DhowCode, 'ok'>, rawBody?: Buffer): ProviderReply
  /** The protocol's reply for an unknown outcome, with status 503. */
  unknown: object
  answer(call: ProviderCall, port: WalletPort): Promise<ProviderReply>
  /** URL for the game's frame. */
  launch(launch: Launch): Promise<string>
}
