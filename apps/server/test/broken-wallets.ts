import { setTimeout } from 'node:timers/promises'

// Wallets that break a protocol rule, each as a change of a proxied call.

export type Fault = (call: {
  path: string
  body: string
  forward(change?: { body?: string; atMs?: number }): Promise<Reply>
}) => Promise<Reply>
export interface Reply {
  status: number
  body: Record<string, unknown>
}

const refusal = { status: 200, body: { code: 'bet_not_allowed' } }
const as = (code: string, alter: (reply: Reply) => Reply) => async (call: Parameters<Fault>[0]) => {
  const reply = await call.forward()
  return reply.body['code'] === code ? alter(reply) : reply
}
const asOk = ({ body }: Reply): Reply => ({ status: 200, body: { balance: 0, ...body, code: 'ok' } })
const changed = (body: string, change: (sent: Record<string, never>) => object) =>
  JSON.stringify({ ...JSON.parse(body), ...change(JSON.parse(body) as Record<string, never>) })

/**
 * Ways to break a rule, each with the rule that must detect it. A faulty wallet answers through a proxy with the key.
 */
export const faults: [rule: number, what: string, make: (now: () => number) => Fault][] = [
  [
    1,
    'a wallet that debits a repeated bet again',
    () => {
      let count = 0
      return ({ path, body, forward }) =>
        path === 'bet' ? forward({ body: changed(body, ({ txId }) => ({ txId: `${txId}-${++count}` })) }) : forward()
    },
  ],
  [2, 'a wallet that answers ok to other content', () => as('duplicate_transaction', asOk)],
  [3, 'a wallet that accepts bets after the session', () => as('session_ended', asOk)],
  [
    3,
    'a wallet that refuses wins after the session',
    () => {
      let ended = false
      return async ({ path, forward }) => {
        const reply = await forward()
        ended ||= reply.body['code'] === 'session_ended'
        return ended && path === 'win' ? refusal : reply
      }
    },
  ],
  [4, 'a wallet that pays wins of nothing', () => as('bet_unknown', asOk)],
  [5, 'a wallet that forgets a rollback', () => as('bet_rolled_back', asOk)],
  [
    6,
    'a wallet that refuses a second rollback',
    () => {
      const seen = new Set<unknown>()
      return async ({ path, body, forward }) => {
        if (path !== 'rollback') return forward()
        const { refTxId } = JSON.parse(body) as { refTxId: string }
        if (seen.has(refTxId)) return refusal
        seen.add(refTxId)
        return forward()
      }
    },
  ],
  [7, 'a wallet that falls over hostile bodies', () => as('request_malformed', ({ body }) => ({ status: 500, body }))],
  [
    8,
    'a wallet that hides the balance',
    () => as('insufficient_funds', ({ body: { balance: _, ...body } }) => ({ status: 200, body })),
  ],
  [
    8,
    'a wallet that answers with a wrong balance',
    () => as('insufficient_funds', ({ body }) => ({ status: 200, body: { ...body, balance: 0 } })),
  ],
  [
    9,
    'a wallet that checks no signature',
    () =>
      ({ body, forward }) =>
        forward({ body }),
  ],
  [
    9,
    'a wallet that reads no clock',
    (now) => async (call) => {
      const reply = await call.forward()
      return reply.body['code'] === 'request_stale' ? call.forward({ atMs: now() }) : reply
    },
  ],
  [
    9,
    'a wallet that signs what it has parsed and not what came',
    () =>
      ({ body, forward }) =>
        body === JSON.stringify(parsed(body))
          ? forward()
          : Promise.resolve({ status: 401, body: { code: 'signature_invalid' } }),
  ],
  [
    10,
    'a wallet of another scale',
    () =>
      ({ path, body, forward }) =>
        path === 'bet'
          ? forward({ body: changed(body, ({ amount }) => ({ amount: Number(amount) * 10 })) })
          : forward(),
  ],
  [10, 'a wallet that accepts any currency', () => as('currency_mismatch', asOk)],
  [11, 'a wallet that lets excluded players bet', () => as('bet_not_allowed', asOk)],
  [
    12,
    'a slow wallet',
    () => {
      let count = 0
      return async ({ forward }) => {
        if (++count % 20 === 0) await setTimeout(320)
        return forward()
      }
    },
  ],
  [13, 'a wallet that accepts bets in ended rounds', () => as('round_ended', asOk)],
  [
    14,
    'a wallet that gives a stake back after it has won',
    () => async (call) => {
      const reply = await call.forward()
      const isLate = call.path === 'rollback' && reply.body['code'] === 'round_ended'
      if (!isLate) return reply
      const { refTxId, roundId } = JSON.parse(call.body) as { refTxId: string; roundId: string }
      const { session } = JSON.parse(call.body) as { session: string }
      const win = {
        session,
        txId: `fault-${refTxId}`,
        refTxId,
        roundId,
        game: 'kit-game',
        amount: 100,
        currency: 'NAD',
      }
      return call.forward({ body: JSON.stringify(win), atMs: -1 })
    },
  ],
]

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return body
  }
}
