import { webhookSignature } from '@dhow/platform/standard-webhook'
import { signatureOf } from '../src/features/payments/a-pay.ts'
import { testEngine } from './engines.ts'
import { sandboxKey, type Sandbox } from './sandbox.ts'
import type { World } from './world.ts'

// Payments at the sandbox's services, for server tests.

export type Player = Awaited<ReturnType<World['player']>>
let references = 0
export const reference = () => `TXN${1_700_000_000_000 + ++references}`
export const refusal = (answer: { status: number; json: { code?: string } }) => [answer.status, answer.json.code]

/** A service's message about a payment; undefined members are omitted. */
export interface Fact {
  order?: string | undefined
  status?: 'success' | 'failed' | 'pending'
  amount?: string
  currency?: string
  payment?: string
  player?: string
  more?: object
}
export interface Started {
  player: Player
  url: string
  order: string
  id: string
}
export interface Message {
  body: string
  headers: Record<string, string>
}
/** Ways to sign a message wrongly. */
export interface Signing {
  key?: string
  at?: number
  messageId?: string
  signed?: string
}

/** The services, one row each: market, calls, format and signature. */
const protocolsAt = (signedAt: () => number) => [
  {
    service: 'A-Pay',
    family: 'a-pay',
    market: 'IN' as const,
    currency: 'INR',
    symbol: '₹',
    limits: ['99.99', '100000.01'] as const,
    fault: 'payment_start_failed',
    start: (player: Player, fields: Record<string, string>) =>
      player.get(`/player/payment-services/a-pay?${new URLSearchParams(fields).toString()}`),
    status: (player: Player, ref: string) =>
      player.get(`/player/payment-services/a-pay/status?custom_transaction_id=${ref}`),
    path: '/payment-services/a-pay/postback',
    statuses: { success: 'Success', failed: 'Failed', pending: 'Pending' },
    facts: (fact: Fact) =>
      `[${numberOf(
        JSON.stringify({
          order_id: fact.order,
          status: fact.status,
          amount: `#${fact.amount}#`,
          currency: fact.currency,
          payment_system: 'upi_fast',
          custom_transaction_id: fact.payment,
          custom_user_id: fact.player,
          created_at: 1,
          activated_at: 1,
          ...fact.more,
        }),
      )}]`,
    sign(text: string, { key = sandboxKey, signed = text }: Signing = {}): Message {
      const signature = signatureOf(signed, { accessKey: 'sandbox', privateKey: key })
      return { body: `{"access_key":"sandbox","signature":"${signature}","transactions":${text}}`, headers: {} }
    },
  },
  {
    service: 'Sandbox Pay',
    family: 'sandbox-pay',
    market: 'NA' as const,
    currency: 'NAD',
    symbol: 'N$',
    limits: ['9.99', '5000.01'] as const,
    fault: 'payment_page_failed',
    start: (player: Player, fields: Record<string, string>) =>
      player.post('/player/payment-services/sandbox-pay/payments', fields),
    status: (player: Player, ref: string) => player.get(`/player/payment-services/sandbox-pay/payments/${ref}`),
    path: '/payment-services/sandbox-pay/webhook',
    statuses: { success: 'succeeded', failed: 'failed', pending: 'pending' },
    facts: (fact: Fact) =>
      JSON.stringify({
        type: `payment.${fact.status}`,
        timestamp: '2026-11-21T09:00:00Z',
        data: {
          id: fact.order,
          reference: fact.payment,
          customer: fact.player,
          status: fact.status,
          amount: fact.amount,
          currency: fact.currency,
          ...fact.more,
        },
      }),
    sign(text: string, { key = sandboxKey, at = signedAt(), messageId, signed = text }: Signing = {}): Message {
      const id = messageId ?? `msg_${++references}`
      return {
        body: text,
        headers: {
          'webhook-id': id,
          'webhook-timestamp': String(at),
          'webhook-signature': `v1,${webhookSignature(sandboxSecret(key), id, String(at), Buffer.from(signed)).toString('base64')}`,
        },
      }
    },
  },
]
export type Protocol = ReturnType<typeof protocolsAt>[number]
const sandboxSecret = (key: string) => Buffer.from(key.padEnd(24, '.'))
const numberOf = (json: string) => json.replace(/"#([^#"]*)#"/g, '$1')

/** Services of a world, which is opened after its tests are collected. */
export function paymentServices(worldOf: () => World, sandboxOf: () => Sandbox) {
  /** The sandbox gets the world's time, in whole seconds. */
  const signedAt = () => Math.floor(worldOf().clock.now().getTime() / 1_000)
  const all = protocolsAt(signedAt)
  // They differ only in format and signature, not in SQL: one is enough on the second engine.
  const protocols = testEngine === 'postgres' ? all : all.slice(-1)
  const cash = async (player: { id: string }) => (await worldOf().balance(player.id)).cashMinor
  const deposit = async (player: Player, id: string) => (await player.get(`/player/deposits/${id}`)).json.deposit
  function setOutcome(order: string, what: string, more: { amount?: string; after_ms?: number } = {}) {
    return sandboxOf().setOutcome(order, what, { ...more, signed_at: signedAt() })
  }
  async function startAt(protocol: Protocol, amount = '500.00'): Promise<Started> {
    const player = await worldOf().player({ market: protocol.market })
    const fields = { return_url: '/payment-method', custom_transaction_id: reference(), amount }
    const answer = await protocol.start(player, fields)
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.json))
    const { url, order_id, deposit: made } = answer.json.data
    return { player, url: url as string, order: order_id as string, id: made.id as string }
  }
  async function send({ path }: Protocol, { body, headers }: Message) {
    const answer = await worldOf()
      .visitor()
      .post(path, body, { 'content-type': 'application/json', ...headers })
    return answer.status
  }

  /** Calls of one service. */
  function callsOf(protocol: Protocol) {
    const { market, currency, statuses } = protocol
    const customer = () => worldOf().player({ market })
    const start = (player: Player, more: Record<string, string> = {}) =>
      protocol.start(player, { return_url: '/payment-method', custom_transaction_id: reference(), ...more })
    const started = (amount?: string) => startAt(protocol, amount)
    const facts = ({ order, id, player }: Started, more: Fact = {}) => {
      const status = statuses[more.status ?? 'success'] as never
      return protocol.facts({ order, amount: '500.00', currency, payment: id, player: player.id, ...more, status })
    }
    const message = (begun: Started, more: Fact = {}) => protocol.sign(facts(begun, more))
    const postback = (sent: Message) => send(protocol, sent)
    return { customer, start, started, facts, message, postback }
  }

  return { all, protocols, signedAt, cash, deposit, setOutcome, startAt, send, callsOf }
}
