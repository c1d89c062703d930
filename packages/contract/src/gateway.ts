import * as z from './bounded.ts'
import { operation } from './operation.ts'
import { currency } from './shapes.ts'

/**
 * Dhow's seamless wallet protocol: plain HTTP and JSON, amounts in integer minor units. Each call carries
 * `X-Provider` (the provider's code), `X-Timestamp` (milliseconds since 1970) and `X-Signature`, the hex HMAC-SHA256 of
 * `timestamp.rawBody` with the provider's key. A decided refusal is an HTTP 200 with a `code`; only an unknown outcome is a
 * 5xx, after which the provider repeats the call or rolls it back.
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

/** Largest deviation of a timestamp. */
export const dhowWindowMs = 300_000

/**
 * Result codes of the Dhow protocol: `ok` or a decided refusal. `free_rounds_over`: the grant has no round left, has ended, or is not of this player
 * and game. `wallet_busy` occurs only in the results of a call for several wins: not decided, so the provider repeats that one. A single call gets a
 * 503 instead.
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
  /** The wallet's id of the transaction, if money moved (now or earlier). */
  transaction: z.optional(z.string()),
  balance: z.optional(z.number()),
  currency: z.optional(currency),
  message: z.optional(z.string()),
  player: z.optional(z.object({ id: z.string(), name: z.string(), country: z.string() })),
})
export type DhowReply = z.output<typeof dhowReply>

/** Rules of the player's market for games; without them autoplay is forbidden. */
export const dhowRules = z.object({
  /** Autoplay, and the shortest time between its rounds. */
  autoplay: z.object({ allowed: z.boolean(), roundMs: z.int().check(z.minimum(1_000), z.maximum(60_000)) }),
})
export type DhowRules = z.output<typeof dhowRules>

/** The player's free rounds in the session's game: a bet of exactly this stake may name the grant, and the operator pays it. */
export const dhowFreeRounds = z.object({
  grant: z.string(),
  left: z.int().check(z.minimum(1), z.maximum(1_000)),
  stake: z.int().check(z.minimum(1)),
  /** Largest payout of the remaining rounds together; a larger win is cut to it. */
  maxWin: z.int().check(z.minimum(1)),
  until: z.string(),
})
export type DhowFreeRounds = z.output<typeof dhowFreeRounds>

/** The balance and the current rules. */
export const dhowBalanceReply = z.object({
  ...dhowReply.shape,
  rules: z.optional(dhowRules),
  /** The grant that ends first, if the player has any in this game. */
  freeRounds: z.optional(dhowFreeRounds),
})

export const dhowAuthenticate = z.object({ token: id })
/** Answer to a launch token: a session token for all further calls. */
export const dhowAuthenticateReply = z.object({
  ...dhowBalanceReply.shape,
  session: z.optional(z.string()),
  game: z.optional(z.string()),
})
export const dhowBalance = z.object({ session: id })
/** Set for a bet of autoplay, and shown with the round. It has no effect on the bet. */
const automatic = z.optional(z.boolean())
/** A bet with `grant` is a free round: the operator pays the stake, and all other calls are as usual. */
export const dhowBet = z.object({
  session: id,
  txId: id,
  roundId: id,
  game: id,
  amount: minor,
  currency,
  grant: z.optional(id),
  automatic,
})
export const dhowWin = z.object({ session: id, txId: id, refTxId: id, roundId: id, game: id, amount: minor, currency })
/** Several wins in one call, each with its own answer. */
export const dhowWins = z.object({ wins: z.array(dhowWin).check(z.minLength(1), z.maxLength(100)) })
export const dhowWinsReply = z.object({
  ...dhowReply.shape,
  /** In the order of the wins, if the call itself is `ok`. */
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
  automatic,
})
export const dhowRollback = z.object({ session: id, txId: id, refTxId: id, roundId: id })
/** Ends the player's round: open bets are lost. */
export const dhowEndRound = z.object({ session: id, roundId: id, game: id })

const committedHash = z.string().check(z.regex(/^[0-9a-f]{64}$/))
/**
 * A commitment made before a game's first round: the end of a chain of rounds with the salt of all draws, or the hash of a server seed. Each name of a
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
  /** Positions in the public log, in the order of the commitments, if the call is `ok`. */
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
