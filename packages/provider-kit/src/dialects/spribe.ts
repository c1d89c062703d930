import { createHmac } from 'node:crypto'
import { digits, field, parseMinor, text, type Dialect, type Money, type Word } from '../dialect.ts'

const words: Record<number, Word> = {
  200: 'ok',
  400: 'malformed',
  401: 'session',
  402: 'funds',
  403: 'session',
  405: 'currency',
  406: 'not allowed',
  407: 'not allowed',
  408: 'bet unknown',
  409: 'duplicate',
  410: 'rolled back',
  411: 'round ended',
  413: 'signature',
  901: 'refused',
}

const money = ({ seat, tx, round, units }: Money, action: string) => ({
  user_id: seat.player,
  session_token: seat.session,
  currency: seat.currency,
  amount: digits(units),
  provider: 'kit',
  provider_tx_id: tx,
  game: seat.game,
  action,
  action_id: round,
  platform: 'mobile',
})

/** The Spribe family. */
export const spribe: Dialect = {
  name: 'spribe',
  perMinor: 10n,
  hasTime: true,
  hasPath: true,
  exchanges: true,
  namesDuplicates: true,
  endsRounds: false,
  otherKey: () => 'a key that nobody has',
  sign(path, body, key, atMs, provider) {
    const seconds = String(atMs).slice(0, -3)
    return {
      'x-spribe-client-id': provider,
      'x-spribe-client-ts': seconds,
      'x-spribe-client-signature': createHmac('sha256', key).update(`${seconds}${path}${body}`).digest('hex'),
    }
  },
  open: (token, session, { currency }) => ({
    path: 'auth',
    body: { user_token: token, session_token: session, platform: 'mobile', currency },
  }),
  balance: ({ player, session, currency }) => ({
    path: 'info',
    body: { user_id: player, session_token: session, currency },
  }),
  bet: (sent) => ({ path: 'withdraw', body: money(sent, 'bet') }),
  win: (sent) => ({ path: 'deposit', body: { ...money(sent, 'win'), withdraw_provider_tx_id: sent.ref } }),
  freeSum: ({ seat, tx, grant, units }) => ({
    path: 'deposit',
    body: { ...money({ seat, tx, round: tx, units }, 'freebet'), operator_freebet_id: grant },
  }),
  rollback: ({ seat, tx, ref, round }) => ({
    path: 'rollback',
    body: {
      user_id: seat.player,
      session_token: seat.session,
      provider: 'kit',
      provider_tx_id: tx,
      rollback_provider_tx_id: ref,
      game: seat.game,
      action: 'rollback',
      action_id: round,
    },
  }),
  read(status, body) {
    const data = field(body, 'data')
    return {
      status,
      word: status >= 500 ? 'unknown' : (words[Number(field(body, 'code'))] ?? 'unknown'),
      balance: parseMinor(field(data, 'new_balance') ?? field(data, 'balance'), 10n),
      player: text(field(data, 'user_id')),
      currency: text(field(data, 'currency')),
      body,
    }
  },
}
