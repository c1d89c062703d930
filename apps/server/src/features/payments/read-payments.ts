import type { Deposit, DepositDetail } from '@dhow/contract/deposits'
import type { PaymentCase } from '@dhow/contract/payment-cases'
import { formatDecimal } from '@dhow/contract/money'
import { textOf, type PlayerText } from '@dhow/contract/player-texts'
import type { HistoryQuery } from '@dhow/contract/shapes'
import { idsWithin, pageOf, period } from '../../platform/pages.ts'
import type { PaymentParts } from './parts.ts'
import type { Catalogue } from './catalogue.ts'
import { openServiceStates, statesOf, statusOf, type ServiceState } from './rules.ts'
import { creditedMinorOf } from '../deposits/index.ts'
import { findPaymentSteps } from './store.ts'
import type { ServicePaymentRow } from './tables.ts'

const casesAtMost = 200

export type PaymentReader = ReturnType<typeof openPaymentReader>

export function openPaymentReader({ platform: { db, clock }, portal, accounts }: PaymentParts, catalogue: Catalogue) {
  /** A payment of an outside service, told as the deposit that it is. */
  function reply(row: ServicePaymentRow): Deposit {
    const { family, displayName } = catalogue.find(row.service)
    const isOpen = statusOf[row.state] === 'pending' || statusOf[row.state] === 'processing'
    const expectedMs = portal.settings().deposits.expected_minutes * 60_000
    return {
      id: row.id,
      family,
      method: displayName,
      declared_amount: formatDecimal(row.requested_minor ?? row.confirmed_minor ?? 0n),
      credited_amount: row.credited_minor === null ? null : formatDecimal(row.credited_minor),
      currency: row.currency,
      utr: row.pin_last4 === null ? (row.service_ref ?? row.client_ref ?? '') : `•••• ${row.pin_last4}`,
      status: statusOf[row.state],
      state: row.state,
      reason: reasonOf(row),
      has_proof: false,
      submitted_at: row.started_at.toISOString(),
      updated_at: row.updated_at.toISOString(),
      expected_by: isOpen ? new Date(row.started_at.getTime() + expectedMs).toISOString() : null,
    }
  }

  const timeline = (paymentId: string) => findPaymentSteps(db.kysely, paymentId)

  return {
    reply,
    timeline,

    /** The same with its receipt; nothing of it is its player's to change. */
    ownReply: (row: ServicePaymentRow): Omit<DepositDetail, 'timeline' | 'choice'> => ({
      ...reply(row),
      receipt: row.posting_id === null ? null : `DHOW-${row.posting_id}`,
      question: null,
      can_cancel: false,
    }),

    /** A player's payments of outside services, newest first, with what was credited in the period. */
    async history(playerId: string, query: HistoryQuery, service?: string) {
      const limit = query.limit ?? 20
      const { from, until } = period(query)
      let filtered = db.kysely.selectFrom('payments.service_payment').where('player_id', '=', playerId)
      if (service !== undefined) filtered = filtered.where('service', '=', service)
      if (query.state !== undefined) {
        const states = statesOf(query.state)
        filtered = filtered.where('state', 'in', states.length > 0 ? states : ['' as ServiceState])
      }
      const { first, end } = idsWithin('pay', { from, until })
      if (from && first) filtered = filtered.where('started_at', '>=', from).where('id', '>=', first)
      if (until && end) filtered = filtered.where('started_at', '<', until).where('id', '<', end)
      const counts = query.state === undefined || statesOf(query.state).includes('succeeded')
      const counted = service === undefined ? catalogue.all().map(({ code }) => code) : [service]
      const creditedMinor = counts ? await creditedMinorOf(db.kysely, playerId, counted, query) : 0n
      let paged = filtered
        .selectAll()
        .orderBy('id', 'desc')
        .limit(limit + 1)
      if (query.cursor !== undefined) paged = paged.where('id', '<', query.cursor)
      const { rows, nextCursor } = pageOf((await paged.execute()) as ServicePaymentRow[], limit)
      const sum = formatDecimal(creditedMinor)
      return { data: rows.map(reply), next_cursor: nextCursor, totals: { in: sum, out: '0.00', net: sum } }
    },

    /** Payments that need a decision, oldest first; or search results, newest first. */
    async cases({ state, q }: { state?: string | undefined; q?: string | undefined } = {}): Promise<PaymentCase[]> {
      const isQueue = !q && (state === undefined || state === 'review')
      let listed = db.kysely
        .selectFrom('payments.service_payment')
        .innerJoin('accounts.player_card', 'accounts.player_card.id', 'payments.service_payment.player_id')
        .selectAll('payments.service_payment')
      if (isQueue || state === 'review') listed = listed.where('payments.service_payment.state', '=', 'review')
      if (state === 'open') listed = listed.where('payments.service_payment.state', 'in', [...openServiceStates])
      if (q) {
        const like = `%${q.replace(/[\\%_]/g, '\\$&')}%`
        listed = listed.where((eb) =>
          eb.or([
            eb('payments.service_payment.id', '=', q),
            eb('payments.service_payment.service_ref', '=', q),
            eb('payments.service_payment.client_ref', '=', q),
            eb('payments.service_payment.pin_last4', '=', q),
            eb('accounts.player_card.player_name', 'ilike', like),
            eb('accounts.player_card.mobile', 'like', like),
          ]),
        )
      }
      const rows = (await listed
        .orderBy('payments.service_payment.id', isQueue ? 'asc' : 'desc')
        .limit(casesAtMost)
        .execute()) as ServicePaymentRow[]
      const cases: PaymentCase[] = []
      for (const row of rows) cases.push(await this.caseReply(row))
      return cases
    },

    /** How many of them wait. */
    async casesWaiting(): Promise<number> {
      const { count } = await db.kysely
        .selectFrom('payments.service_payment')
        .select((eb) => eb.fn.countAll<bigint>().as('count'))
        .where('state', '=', 'review')
        .executeTakeFirstOrThrow()
      return Number(count)
    },

    async caseReply(row: ServicePaymentRow): Promise<PaymentCase> {
      const player = (await accounts.findPlayer(row.player_id))!
      return {
        id: row.id,
        kind: row.kind,
        player: { id: player.id, player_name: player.player_name, mobile: player.mobile },
        reference: row.service_ref,
        amount: row.confirmed_minor === null ? null : formatDecimal(row.confirmed_minor),
        currency: row.currency,
        state: row.state,
        reason: row.reason ?? '',
        opened_at: row.updated_at.toISOString(),
        age_s: Math.max(0, Math.floor((clock.now().getTime() - row.updated_at.getTime()) / 1_000)),
        timeline: await timeline(row.id),
      }
    },
  }
}

/** Why it did not end well, for its player; what a person looks at stays between them and the service. */
function reasonOf({ kind, state }: ServicePaymentRow): PlayerText | null {
  if (state === 'unknown' && kind === 'voucher') return textOf('voucher_unanswered', {})
  const code = reasonCodes[state]
  return code === undefined ? null : textOf(code, {})
}

const reasonCodes: Partial<
  Record<
    ServiceState,
    'voucher_unusable' | 'payment_failed' | 'payment_expired' | 'payment_refused' | 'payment_in_review'
  >
> = {
  declined: 'voucher_unusable',
  failed: 'payment_failed',
  rejected: 'payment_failed',
  expired: 'payment_expired',
  refused: 'payment_refused',
  review: 'payment_in_review',
}
