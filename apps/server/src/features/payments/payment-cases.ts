import type { PaymentCase } from '@dhow/contract/payment-cases'
import { formatDecimal } from '@dhow/contract/money'
import { typedText, type OperatorText } from '@dhow/contract/operator-texts'
import { required } from '../../platform/required.ts'
import { toWaiting, type Waiting } from '../../platform/waiting.ts'
import type { PaymentParts } from './parts.ts'
import { readTimeline } from './payment-reply.ts'
import { openServiceStates } from './rules.ts'
import { findAssigned } from './store.ts'
import type { ServicePaymentRow } from './tables.ts'

const maxCases = 200

/** Payments that need a decision, oldest first; or search results, newest first. */
export async function listCases(
  parts: PaymentParts,
  { state, q }: { state?: string | undefined; q?: string | undefined } = {},
): Promise<PaymentCase[]> {
  const isQueue = !q && (state === undefined || state === 'review')
  let listed = parts.platform.db.kysely
    .selectFrom('payments.service_payment')
    .innerJoin('accounts.player_card', 'accounts.player_card.id', 'payments.service_payment.player_id')
    .leftJoin('payments.assignment', 'payments.assignment.payment_id', 'payments.service_payment.id')
    .leftJoin('staff.operator_card as assigned', 'assigned.id', 'payments.assignment.operator_id')
    .selectAll('payments.service_payment')
    .select(['assigned.id as assigned_id', 'assigned.name as assigned_name'])
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
  const rows = await listed
    .orderBy('payments.service_payment.id', isQueue ? 'asc' : 'desc')
    .limit(maxCases)
    .execute()
  const cases: PaymentCase[] = []
  for (const { assigned_id: id, assigned_name: name, ...row } of rows)
    cases.push(await toReply(parts, row, id === null || name === null ? null : { id, name }))
  return cases
}

/** Payments that need a decision, since their last change. */
export async function readWaiting({ platform: { db } }: PaymentParts): Promise<Waiting> {
  const row = await db.kysely
    .selectFrom('payments.service_payment')
    .select((eb) => [eb.fn.countAll<bigint>().as('count'), eb.fn.min<Date | null>('updated_at').as('oldest')])
    .where('state', '=', 'review')
    .executeTakeFirstOrThrow()
  return toWaiting(row)
}

/** Why it waits for an operator. Servers of version 0.1.0 write a sentence. */
function reasonsOf({
  reason,
  reason_code: code,
  reason_params: params,
  further_reasons,
}: ServicePaymentRow): OperatorText[] {
  if (reason !== null) return [typedText(reason)]
  return code === null ? [] : [{ code, params }, ...further_reasons]
}

/** A payment for operators. */
export const caseReply = async (parts: PaymentParts, row: ServicePaymentRow): Promise<PaymentCase> =>
  toReply(parts, row, (await findAssigned(parts.platform.db.kysely, row.id)) ?? null)

async function toReply(
  parts: PaymentParts,
  row: ServicePaymentRow,
  assigned: PaymentCase['assigned'],
): Promise<PaymentCase> {
  const { accounts, platform } = parts
  const player = required(await accounts.findPlayer(row.player_id), `player ${row.player_id}`)
  return {
    id: row.id,
    kind: row.kind,
    player: { id: player.id, player_name: player.player_name, mobile: player.mobile },
    reference: row.service_ref,
    amount: row.confirmed_minor === null ? null : formatDecimal(row.confirmed_minor),
    currency: row.currency,
    state: row.state,
    reasons: reasonsOf(row),
    assigned,
    opened_at: row.updated_at.toISOString(),
    age_s: Math.max(0, Math.floor((platform.clock.now().getTime() - row.updated_at.getTime()) / 1_000)),
    timeline: await readTimeline(parts, row.id),
  }
}
