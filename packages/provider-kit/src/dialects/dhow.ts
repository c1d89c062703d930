import { createHmac } from 'node:crypto'
import { digits, field, parseMinor, text, type Dialect, type Word } from '../dialect.ts'

const words: Record<string, Word> = {
  ok: 'ok',
  signature_invalid: 'signature',
  request_stale: 'signature',
  request_malformed: 'malformed',
  amount_invalid: 'malformed',
  session_unknown: 'session',
  session_ended: 'session',
  insufficient_funds: 'funds',
  duplicate_transaction: 'duplicate',
  bet_unknown: 'bet unknown',
  bet_rolled_back: 'rolled back',
  round_ended: 'round ended',
  bet_not_allowed: 'not allowed',
  limit_reached: 'not allowed',
  currency_mismatch: 'currency',
}

/** The Dhow protocol. */
export const dhow: Dialect = {
  name: 'dhow',
  perMinor: 1n,
  hasTime: true,
  hasPath: false,
  exchanges: true,
  namesDuplicates: true,
  endsRounds: true,
  otherKey: () => 'a key that nobody has',
  sign: (_path, body, key, atMs, provider) => ({
    'x-provider': provider,
    'x-timestamp': String(atMs),
    'x-signature': createHmac('sha256', key).update(`${atMs}.${body}`).digest('hex'),
  }),
  open: (token) => ({ path: 'authenticate', body: { token } }),
  balance: ({ session }) => ({ path: 'balance', body: { session } }),
  bet: ({ seat, tx, round, units }) => ({
    path: 'bet',
    body: {
      session: seat.session,
      txId: tx,
      roundId: round,
      game: seat.game,
      amount: digits(units),
      currency: seat.currency,
    },
  }),
  win: ({ seat, tx, ref, round, units }) => ({
    path: 'win',
    body: {
      session: seat.session,
      txId: tx,
      refTxId: ref,
      roundId: round,
      game: seat.game,
      amount: digits(units),
      currency: seat.currency,
    },
  }),
  rollback: ({ seat, tx, ref, round }) => ({
    path: 'rollback',
    body: { session: seat.session, txId: tx, refTxId: ref, roundId: round },
  }),
  end: (seat, round) => ({ path: 'end-round', body: { session: seat.session, roundId: round, game: seat.game } }),
  read: (status, body) => ({
    status,
    word: status >= 500 ? 'unknown' : (words[String(field(body, 'code'))] ?? 'unknown'),
    balance: parseMinor(field(body, 'balance'), 1n),
    player: text(field(field(body, 'player'), 'id')),
    session: text(field(body, 'session')),
    currency: text(field(body, 'currency')),
    body,
  }),
}
