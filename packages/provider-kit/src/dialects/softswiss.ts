import { createHmac } from 'node:crypto'
import { digits, field, parseMinor, type Dialect, type Seat, type Word } from '../dialect.ts'

const words: Record<number, Word> = {
  100: 'funds',
  101: 'session',
  105: 'not allowed',
  106: 'not allowed',
  107: 'not allowed',
  110: 'not allowed',
  154: 'currency',
  400: 'malformed',
  403: 'signature',
  404: 'bet unknown',
  409: 'rolled back',
  410: 'round ended',
  610: 'refused',
}

const round = (seat: Seat, game_id: string, actions: object[], finished = false) => ({
  user_id: seat.player,
  currency: seat.currency,
  game: seat.game,
  game_id,
  finished,
  actions,
})

/** The SOFTSWISS family: actions of one round together; a win names the round. */
export const softswiss: Dialect = {
  name: 'softswiss',
  perMinor: 1n,
  hasTime: false,
  hasPath: false,
  exchanges: false,
  namesDuplicates: false,
  endsRounds: true,
  otherKey: () => 'a key that nobody has',
  sign: (_path, body, key) => ({ 'x-request-sign': createHmac('sha256', key).update(body).digest('hex') }),
  open: () => ({ path: 'play', body: {} }),
  balance: ({ player, currency, game }) => ({ path: 'play', body: { user_id: player, currency, game } }),
  bet: ({ seat, tx, round: id, units }) => ({
    path: 'play',
    body: round(seat, id, [{ action: 'bet', action_id: tx, amount: digits(units) }]),
  }),
  win: ({ seat, tx, round: id, units, ends }) => ({
    path: 'play',
    body: round(seat, id, [{ action: 'win', action_id: tx, amount: digits(units) }], ends),
  }),
  rollback: ({ seat, tx, ref, round: id }) => ({
    path: 'rollback',
    body: round(seat, id, [{ action: 'rollback', action_id: tx, original_action_id: ref }]),
  }),
  freeSum: ({ grant, units, status }) => ({
    path: 'freespins',
    body: { issue_id: grant, status, total_amount: digits(units) },
  }),
  end: (seat, id) => ({ path: 'play', body: round(seat, id, [], true) }),
  read(status, body) {
    const code = field(body, 'code')
    const isOk = status === 200 && code === undefined
    return {
      status,
      word: isOk ? 'ok' : status >= 500 ? 'unknown' : (words[Number(code)] ?? 'unknown'),
      balance: parseMinor(field(body, 'balance'), 1n),
      body,
    }
  },
}
