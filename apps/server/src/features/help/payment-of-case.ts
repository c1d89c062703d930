import type { StaffHelpCase } from '@dhow/contract/help'
import { Refusal } from '../../platform/refusal.ts'
import type { HelpParts } from './parts.ts'

async function depositOf({ payments, deposits }: HelpParts, id: string) {
  if (id.startsWith('pay_')) {
    const row = await payments.find(id)
    return row && { playerId: row.player_id, reply: payments.reader.reply(row) }
  }
  const row = await deposits.find(id)
  return row && { playerId: row.player_id, reply: deposits.reader.reply(row) }
}

/** Kind and player of a payment; undefined if there is none with this id. */
export async function paymentOf(
  parts: HelpParts,
  paymentId: string,
): Promise<(StaffHelpCase['payment'] & { playerId: string }) | undefined> {
  const { withdrawals } = parts
  if (paymentId.startsWith('wd_')) {
    const row = await withdrawals.find(paymentId)
    if (!row) return undefined
    const { account, amount, currency, status } = await withdrawals.reader.reply(row)
    const method = `${account.label} ${account.number}`
    return { playerId: row.player_id, kind: 'withdrawal', method, amount, currency, status }
  }
  const found = await depositOf(parts, paymentId)
  if (!found) return undefined
  const { playerId, reply } = found
  return {
    playerId,
    kind: 'deposit',
    method: reply.method,
    amount: reply.credited_amount ?? reply.declared_amount,
    currency: reply.currency,
    status: reply.status,
  }
}

export async function refuseForeign(parts: HelpParts, paymentId: string, playerId: string) {
  if ((await paymentOf(parts, paymentId))?.playerId !== playerId) throw new Refusal('not_found')
}
