import * as z from './bounded.ts'
import { operation } from './operation.ts'
import { currency } from './shapes.ts'

/**
 * The Dhow protocol of the seamless wallet: plain HTTP and JSON, amounts in integer minor units. Each call carries
 * `X-Provider` (the provider's code), `X-Timestamp` (milliseconds since 1970) and `X-Signature`, the hex HMAC-SHA256 of
 * `timestamp.rawBody` under the provider's key. A decided refusal is an HTTP 200 with a `code`; only an unknown outcome is a
 * 5xx, upon which the provider repeats the call or rolls it back.
 */
export const gatewayRefusals = {
  signature_invalid: { status: 401, sentence: 'The signature is missing or wrong.' },
  request_stale: { status: 401, sentence: 'The timestamp is outside the accepted window.' },
  session_unknown: { status: 404, sentence: 'There is no such game session.' },
  session_ended: { status: 409, sentence: 'This game session has ended.' },
  duplicate_transaction: { status: 409, sentence: 'This transaction was already used for a different request.' },
  bet_unknown: { status: 409, sentence: 'This names a bet that does not exist.' },
  bet_rolled_back: { status: 409, sentence: 'This bet was rolled back before it came.' },
  round_ended: { status: 409, sentence: 'This round has ended.' },
  bet_not_allowed: { status: 403, sentence: 'Bets are not allowed for this player now.' },
} as const

export const dhowHeaders = { provider: 'x-provider', timestamp: 'x-timestamp', signature: 'x-signature' } as const

/** How far a timestamp may be off, either way. */
export const dhowWindowMs = 300_000

/**
 * The Dhow protocol's own result codes; `ok` or a decided refusal. `free_rounds_over`: the named grant has no round left, has ended, or is not one of this
 * player and game. `wallet_busy` stands in the results of a call of many only: nothing was decided,
 * and the provider repeats that one. A single call is answered with a 503 then.
 */
export const dhowCode = z.enum([
  'ok',
  'signature_invalid',
  'request_stale',
  'request_malformed',
  'session_unknown',
  'session_ended',
  'insufficient_funds',
  'duplicate_transaction',
  'bet_unknown',
  'bet_rolled_back',
  'round_ended',
  'bet_not_allowed',
  'currency_mismatch',
  'limit_reached',
  'amount_invalid',
  'free_rounds_over',
  'wallet_busy',
])
export type DhowCode = z.output<typeof dhowCode>

const id = z.string().check(z.minLength(1), z.maxLength(80))
const minor = z.int().check(z.minimum(0), z.maximum(100_000_000_000))

/** Amounts are JSON integers of minor units; the upper bound keeps them exact. `balance` is the player's true balance. */
export const dhowReply = z.object({
  code: dhowCode,
  /** The wallet's own id of what happened, where money moved (or was found to have moved). */
  transaction: z.optional(z.string()),
  balance: z.optional(z.number()),
  currency: z.optional(currency),
  message: z.optional(z.string()),
  player: z.optional(z.object({ id: z.string(), name: z.string(), country: z.string() })),
})
export type DhowReply = z.output<typeof dhowReply>

/** Rules of the player's market for the games; a wallet that states none forbids autoplay. */
export const dhowRules = z.object({
  /** Rounds that a game plays by itself, and the least milliseconds from one to the next. */
  autoplay: z.object({ allowed: z.boolean(), roundMs: z.int().check(z.minimum(1_000), z.maximum(60_000)) }),
})
export type DhowRules = z.output<typeof dhowRules>

/** Free rounds that the player has in the session's game: a bet of exactly this stake may name the grant, and is then paid by the house. */
export const dhowFreeRounds = z.object({
  grant: z.string(),
  left: z.int().check(z.minimum(1), z.maximum(1_000)),
  stake: z.int().check(z.minimum(1)),
  /** The most that the rounds that are left pay together. A larger win is paid up to it. */
  maxWin: z.int().check(z.minimum(1)),
  until: z.string(),
})
export type DhowFreeRounds = z.output<typeof dhowFreeRounds>

/** The balance, and the rules as they are now. */
export const dhowBalanceReply = z.object({
  ...dhowReply.shape,
  rules: z.optional(dhowRules),
  /** The grant that ends first; left out where the player has none in this game. */
  freeRounds: z.optional(dhowFreeRounds),
})

export const dhowAuthenticate = z.object({ token: id })
/** The answer to a launch token: a session token for all further calls. */
export const dhowAuthenticateReply = z.object({
  ...dhowBalanceReply.shape,
  session: z.optional(z.string()),
  game: z.optional(z.string()),
})
export const dhowBalance = z.object({ session: id })
/** A bet with `grant` is a free round: the house stakes, and the round's other calls are as of any other. */
export const dhowBet = z.object({
  session: id,
  txId: id,
  roundId: id,
  game: id,
  amount: minor,
  currency,
  grant: z.optional(id),
})
export const dhowWin = z.object({ session: id, txId: id, refTxId: id, roundId: id, game: id, amount: minor, currency })
/** Several wins at once, of one round or of many, each with its own answer. */
export const dhowWins = z.object({ wins: z.array(dhowWin).check(z.minLength(1), z.maxLength(100)) })
export const dhowWinsReply = z.object({
  ...dhowReply.shape,
  /** In the order of the wins, where the call itself is `ok`. */
  results: z.optional(z.array(z.object({ ...dhowReply.shape, txId: z.string() }))),
})
export const dhowBetWin = z.object({
  session: id,
  txId: id,
  roundId: id,
  game: id,
  betAmount: minor,
  winAmount: minor,
  currency,
  grant: z.optional(id),
})
export const dhowRollback = z.object({ session: id, txId: id, refTxId: id, roundId: id })
/** Ends the player's round: what was bet and not won is lost. */
export const dhowEndRound = z.object({ session: id, roundId: id, game: id })

const committedHash = z.string().check(z.regex(/^[0-9a-f]{64}$/))
/**
 * A commitment that fixes a game before its first round: the end of a chain of rounds with the salt of all draws, or the hash of a server seed. A name of a
 * game has one commitment for good.
 */
export const dhowCommitment = z.object({
  game: id,
  name: id,
  hash: committedHash,
  chain: z.optional(
    z.object({
      salt: z.string().check(z.minLength(1), z.maxLength(200)),
      rounds: z.int().check(z.minimum(1), z.maximum(100_000_000)),
    }),
  ),
})
export const dhowCommit = z.object({
  commitments: z.array(dhowCommitment).check(z.minLength(1), z.maxLength(100)),
})
export const dhowCommitReply = z.object({
  ...dhowReply.shape,
  /** Places in the public log, in the order of the commitments, where the call is `ok`. */
  places: z.optional(z.array(z.int())),
})

const call = <Body>(
  name: string,
  path: string,
  summary: string,
  body: z.ZodMiniType<Body>,
  reply: typeof dhowReply = dhowReply,
) =>
  operation({
    name,
    method: 'POST',
    path: `/gateway/dhow/${path}`,
    access: 'provider',
    summary,
    body,
    reply,
    refusals: [],
  })

export const gatewayOperations = [
  call('dhowAuthenticate', 'authenticate', 'Exchange a one-time launch token for a game session.', dhowAuthenticate),
  call(
    'dhowBalance',
    'balance',
    'The player’s balance, the rules of the market as they are now, and free rounds in the session’s game.',
    dhowBalance,
    dhowBalanceReply,
  ),
  call('dhowBet', 'bet', 'Debit a stake, or use one of the player’s free rounds.', dhowBet),
  call('dhowWin', 'win', 'Pay a win of a known bet; an amount of 0 means that it lost.', dhowWin),
  call(
    'dhowWins',
    'wins',
    'Pay up to a hundred wins in one call. Each is decided as if it had come alone, and has its own result.',
    dhowWins,
    dhowWinsReply,
  ),
  call('dhowBetWin', 'betwin', 'Debit a stake and pay its win in one step.', dhowBetWin),
  call(
    'dhowRollback',
    'rollback',
    'Undo a bet; an unknown one is remembered, so that it is refused should it come late.',
    dhowRollback,
  ),
  call('dhowEndRound', 'end-round', 'End a player’s round.', dhowEndRound),
  call(
    'dhowCommit',
    'commit',
    'Put commitments into the public log before the rounds that use them are played. The answer comes once a signed head of the log covers them; a repeat answers the same places, and another commitment under a known name is refused as `duplicate_transaction`.',
    dhowCommit,
    dhowCommitReply,
  ),
]
