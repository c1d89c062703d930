import type { IncomingHttpHeaders } from 'node:http'
import type { DhowCode, DhowRules } from '@dhow/contract/gateway'
import type { Commitment } from '../receipts/index.ts'
import type { UsableGrant } from './free-rounds.ts'
import type { Applied, GameTransaction } from './game-transaction.ts'
import type { GameSession } from './sessions.ts'

/** A call as it came in. */
export interface ProviderCall {
  /** The last part of the path: `bet`, `transaction/win`. */
  call: string
  /** The path with its query, as it was asked for and signed. */
  path: string
  headers: IncomingHttpHeaders
  rawBody: Buffer
}

/** Reply to the provider. `code` is our code of the outcome, for the log of calls; `body` is the protocol's own. */
export interface ProviderReply {
  status: number
  code: DhowCode
  body: object
  /** Transactions of a batch call, each with its own outcome, for the log of calls. */
  parts?: { about: About; code: DhowCode }[]
}

/** Subject of a call, for the log of calls. */
export interface About {
  playerId?: string
  txId?: string
  roundId?: string
}

/** Functions of the wallet for an adapter, for one provider whose signature was verified. */
export interface WalletPort {
  provider: string
  about: About
  /** Exchanges a launch token, once; the further calls carry `sessionToken` where the provider makes it, else the one that comes back. */
  open(launchToken: string, sessionToken?: string): Promise<{ session: GameSession; token: string } | undefined>
  session(token: string): Promise<GameSession | undefined>
  /** The player's newest session with this provider, ended or not: for protocols that only name the player. */
  sessionOf(playerId: string): Promise<GameSession | undefined>
  player(playerId: string): Promise<{ name: string; country: string }>
  balance(session: GameSession): Promise<bigint>
  /** Rules of the session's market for games, as they are now. */
  rules(session: GameSession): DhowRules
  /** The player's free rounds in the session's game; undefined where there are none. */
  freeRounds(session: GameSession): Promise<UsableGrant | undefined>
  /** The player's grant that the provider keeps under its own name; undefined where there is none. A grant that has ended is found too. */
  grantOf(session: GameSession, ref: string): Promise<{ grantId: string; stakeMinor: bigint } | undefined>
  /** The catalogue's id of what the provider calls a game, and back. */
  gameId(code: string): Promise<string | undefined>
  gameCode(gameId: string): Promise<string | undefined>
  /** Transactions in order: all of them are applied, or none, and then the one answer is the first refusal. */
  apply(transactions: [GameTransaction, ...GameTransaction[]]): Promise<Applied[]>
  /** Puts what the provider commits its games to into the public log; answers the places there. @throws Refusal `commitment_differs` */
  commit(commitments: Omit<Commitment, 'provider'>[]): Promise<number[]>
  /** Independent transactions, each decided as if it had come alone. */
  applyEach(transactions: GameTransaction[]): Promise<Applied[]>
}

/** Launch by an adapter: the game's URL and its parameters. */
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
  /** A signed call to the provider; throws if it does not answer. */
  post(url: string, headers: Record<string, string>, body: string): Promise<{ status: number; text: string }>
  /** The key that signs what the portal asks: the shared secret, or the portal's own private key. */
  signingKey: string | undefined
}

/** Free rounds as a provider is asked for them. Amounts are minor units. */
export interface GivenRounds {
  launchUrl: string
  clientId: string
  /** Our name for them: the same of a call that is repeated. */
  grantId: string
  playerId: string
  /** The provider's code of the game. */
  game: string
  currency: string
  rounds: number
  stakeMinor: bigint
  from: Date
  until: Date
  post: Launch['post']
  signingKey: string | undefined
}

/** One protocol of providers. Adding one is a file with this shape, and its row in `adapters/index.ts`. */
export interface Adapter {
  /** The last parts of the paths, each a POST. */
  calls: readonly string[]
  /** How large the body of a call may be, where that is more than usual. */
  bodyLimits?: Record<string, number>
  /** `secret`: shared and symmetric. `public`: the provider signs with its private key, and we keep the public one. */
  keys: 'secret' | 'public'
  /** Location of the provider's code: in the path, or in a header of this name. */
  providerHeader?: string
  /** The token of a launch is exchanged once, or serves all calls. */
  token: 'exchanged' | 'kept'
  /** The provider does not report a lost bet: a bet that is open after this long has lost. */
  lostAfterMs?: number
  /** A bet can name a grant of free rounds; nobody is granted rounds of games whose protocol cannot. */
  hasFreeRounds?: true
  /** The provider keeps free rounds that the portal asks for; without it a game finds its grants in the wallet's answers. */
  freeRounds?: {
    /** Answers the provider's name for them, or that it gives none. Throws where that is not known; then it is asked again. */
    give(rounds: GivenRounds): Promise<{ ref: string } | 'refused'>
    /** Ends what is left of them. Throws where that is not known. */
    end(rounds: Pick<GivenRounds, 'launchUrl' | 'clientId' | 'post' | 'signingKey'> & { ref: string }): Promise<void>
  }
  /** Checks the signature over the raw bytes, before anything is read out of them. Without keys it costs as much and fails. */
  check(call: ProviderCall, keys: readonly string[], nowMs: number): 'ok' | 'signature_invalid' | 'request_stale'
  /** The protocol's reply for a refusal; `rawBody` only of a call whose signature was good. */
  refuse(code: Exclude<DhowCode, 'ok'>, rawBody?: Buffer): ProviderReply
  /** The protocol's reply for an unknown outcome, with status 503. */
  unknown: object
  answer(call: ProviderCall, port: WalletPort): Promise<ProviderReply>
  /** The address of the game's frame. */
  launch(launch: Launch): Promise<string>
}
