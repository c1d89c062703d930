import { createSign, generateKeyPairSync, randomUUID } from 'node:crypto'
import { digits, field, parseMinor, text, type Dialect, type Money, type Word } from '../dialect.ts'

const words: Record<string, Word> = {
  RS_OK: 'ok',
  RS_ERROR_INVALID_SIGNATURE: 'signature',
  RS_ERROR_WRONG_SYNTAX: 'malformed',
  RS_ERROR_WRONG_TYPES: 'malformed',
  RS_ERROR_INVALID_GAME: 'malformed',
  RS_ERROR_INVALID_TOKEN: 'session',
  RS_ERROR_TOKEN_EXPIRED: 'session',
  RS_ERROR_NOT_ENOUGH_MONEY: 'funds',
  RS_ERROR_DUPLICATE_TRANSACTION: 'duplicate',
  RS_ERROR_TRANSACTION_DOES_NOT_EXIST: 'bet unknown',
  RS_ERROR_TRANSACTION_ROLLED_BACK: 'rolled back',
  RS_ERROR_USER_DISABLED: 'not allowed',
  RS_ERROR_LIMIT_REACHED: 'not allowed',
  RS_ERROR_WRONG_CURRENCY: 'currency',
  RS_ERROR_INVALID_PARTNER: 'refused',
  RS_ERROR_UNKNOWN: 'refused',
}

const transaction = ({ seat, tx, round }: Omit<Money, 'units'>) => ({
  user: seat.player,
  transaction_uuid: tx,
  supplier_transaction_id: tx,
  token: seat.session,
  round,
  round_closed: false,
  request_uuid: randomUUID(),
  game_code: seat.game,
})

/** Hub88. */
export const hub88: Dialect = {
  name: 'hub88',
  perMinor: 1_000n,
  hasTime: false,
  hasPath: false,
  exchanges: false,
  namesDuplicates: true,
  endsRounds: true,
  otherKey: () =>
    generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  sign: (_path, body, key) => ({ 'x-hub88-signature': createSign('RSA-SHA256').update(body).sign(key, 'base64') }),
  open: () => ({ path: 'user/info', body: {} }),
  balance: ({ player, session, game }) => ({
    path: 'user/balance',
    body: { user: player, token: session, request_uuid: randomUUID(), game_code: game },
  }),
  bet: (sent) => ({
    path: 'transaction/bet',
    body: {
      ...{ ...transaction(sent), currency: sent.seat.currency, amount: digits(sent.units) },
      ...{ is_free: sent.reward !== undefined, reward_uuid: sent.reward },
    },
  }),
  win: (sent) => ({
    path: 'transaction/win',
    body: {
      ...transaction(sent),
      currency: sent.seat.currency,
      amount: digits(sent.units),
      reference_transaction_uuid: sent.ref,
      round_closed: sent.ends === true,
    },
  }),
  rollback: (sent) => ({
    path: 'transaction/rollback',
    body: { ...transaction(sent), reference_transaction_uuid: sent.ref },
  }),
  read: (status, body) => ({
    status,
    word: status >= 500 ? 'unknown' : (words[String(field(body, 'status'))] ?? 'unknown'),
    balance: parseMinor(field(body, 'balance'), 1_000n),
    player: text(field(body, 'user')),
    currency: text(field(body, 'currency')),
    body,
  }),
}
