import { randomBytes } from 'node:crypto'
import type { Order } from './payment-orders.ts'
import { later } from './replies.ts'

/** Protocol of the page: A-Pay, or a service that signs by Standard Webhooks. */
export type Protocol = 'a-pay' | 'standard'

const common = ['success', 'fail', 'reject', 'late', 'duplicate', 'forged', 'lost', 'mismatch', 'other_player'] as const
/**
 * Outcomes on the page. `success`, `fail` and `reject` are literal; `late` fails, then succeeds; `duplicate` succeeds with four postbacks; `forged`
 * sends an unsigned success without a payment; `lost` succeeds without a postback; `mismatch` reports another amount; `other_player` names another
 * payer. Only for protocols with a time and several signatures: `stale` succeeds with a signature one hour old, `rotated` signs with an old key and
 * the next one.
 */
export const outcomes = { 'a-pay': common, standard: [...common, 'stale', 'rotated'] } as const
export type Outcome = (typeof outcomes)['standard'][number]

/** Signing parameters of a message. */
export interface Signing {
  how: 'right' | 'forged' | 'rotated'
  /** Seconds. */
  at: number
  messageId: string
}

/** Writes and signs a message in its protocol's format. */
export type Write = (
  order: Order,
  amount: string,
  signing: Signing,
) => { body: string; headers: Record<string, string> }

interface Postback {
  status: Order['status']
  amount?: string
  player?: string
  how?: Signing['how']
  /** Age of the signature in seconds. */
  agoS?: number
}

interface OutcomeParts {
  portalUrl: string
  now(): Date
  save(order: Order): void
  /** Called for each postback; null without an answer. */
  sent(orderId: string, outcome: Outcome, status: number | null): void
}

const retryMs = [1_000, 5_000, 30_000]
const staleS = 3_600

/** Ends orders and reports that to the shop by postbacks. */
export function openOutcomes({ portalUrl, now, save, sent }: OutcomeParts) {
  const seconds = () => Math.floor(now().getTime() / 1_000)
  const { postback, register } = openPostbacks(portalUrl, seconds, sent)

  /** Returns the status of each immediate postback. */
  async function perform(
    order: Order,
    outcome: Outcome,
    { amount, afterMs, signedAt }: { amount: string; afterMs: number; signedAt: number | undefined },
  ): Promise<(number | null)[]> {
    const setStatus = (status: Order['status']) => save({ ...order, status, amount })
    const report = ({ status, player, how = 'right', agoS, ...changed }: Postback) =>
      postback(
        outcome,
        { ...order, status, custom_user_id: player ?? order.custom_user_id },
        changed.amount ?? amount,
        how,
        signedAt === undefined && agoS === undefined ? undefined : (signedAt ?? seconds()) - (agoS ?? 0),
      )
    const success = { status: 'Success' } as const
    if (outcome === 'forged') return [await report({ ...success, how: 'forged' })]
    if (outcome === 'fail' || outcome === 'reject') {
      const status = outcome === 'fail' ? 'Failed' : 'Rejected'
      setStatus(status)
      return [await report({ status })]
    }
    if (outcome === 'late') {
      setStatus('Failed')
      const first = await report({ status: 'Failed' })
      void later(afterMs).then(() => {
        setStatus('Success')
        return report(success)
      })
      return [first]
    }
    setStatus('Success')
    const whole = amount.split('.')[0] ?? ''
    const postbacks: Record<Exclude<Outcome, 'forged' | 'fail' | 'reject' | 'late'>, Postback[]> = {
      success: [success],
      lost: [],
      mismatch: [{ ...success, amount: `${BigInt(whole) + 1n}` }],
      other_player: [{ ...success, player: 'ply_somebody_else' }],
      stale: [{ ...success, agoS: staleS }],
      rotated: [{ ...success, how: 'rotated' }],
      duplicate: [success, success, success, success],
    }
    return Promise.all(postbacks[outcome].map(report))
  }

  return { perform, register }
}

/** Sends postbacks to the shop in their protocol's format. */
function openPostbacks(portalUrl: string, seconds: () => number, sent: OutcomeParts['sent']) {
  const protocols = new Map<Protocol, { path: string; write: Write }>()

  /** Posts to the shop, and repeats the message, newly signed, until it answers OK, as such services do. */
  async function postback(
    outcome: Outcome,
    order: Order,
    amount: string,
    how: Signing['how'],
    signedAt: number | undefined,
  ) {
    const protocol = protocols.get(order.protocol)
    if (!protocol) throw new Error(`no service writes the messages of ${order.protocol}`)
    const messageId = `msg_${randomBytes(12).toString('hex')}`
    const send = async () => {
      const at = signedAt ?? seconds()
      const { body, headers } = protocol.write(order, amount, { how, at, messageId })
      const answer = await fetch(`${portalUrl}/api/v1/dhow/payment-services/${protocol.path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body,
        signal: AbortSignal.timeout(20_000),
      }).catch(() => undefined)
      sent(order.order_id, outcome, answer?.status ?? null)
      return answer?.status ?? null
    }
    const first = await send()
    if (first !== 200 && how !== 'forged' && outcome !== 'stale')
      void (async () => {
        for (const waitMs of retryMs) {
          await later(waitMs)
          if ((await send()) === 200) return
        }
      })()
    return first
  }

  return {
    postback,
    register: (protocol: Protocol, path: string, write: Write) => void protocols.set(protocol, { path, write }),
  }
}
