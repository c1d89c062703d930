import { createHash } from 'node:crypto'
import { formatDecimal } from '@dhow/contract/money'
import { sameBytes } from '@dhow/platform/same-bytes'
import { Refusal } from '../../platform/refusal.ts'
import { openStates } from '../deposits/index.ts'
import type { StatementParts } from './parts.ts'

const maxPayments = 1_000

/** Undecided reported payments, to match at the bank; oldest first. @throws Refusal `signature_invalid` */
export async function listExpectedPayments(
  { platform: { db, config } }: StatementParts,
  authorization: string | undefined,
  account: string | undefined,
) {
  const { bankFeedKey } = config
  if (bankFeedKey === undefined || !sameBytes(hash(authorization ?? ''), hash(`Bearer ${bankFeedKey}`)))
    throw new Refusal('signature_invalid')
  let open = db.kysely
    .selectFrom('deposits.deposits')
    .select(['id', 'detail_id', 'currency', 'declared_minor', 'ref_raw', 'submitted_at'])
    .where('state', 'in', [...openStates])
  if (account !== undefined) open = open.where('detail_id', '=', /^\d{1,9}$/.test(account) ? Number(account) : 0)
  const rows = await open.orderBy('id').limit(maxPayments).execute()
  return rows.map((row) => ({
    id: row.id,
    account: String(row.detail_id),
    currency: row.currency,
    amount: formatDecimal(row.declared_minor),
    reference: row.ref_raw,
    reported_at: row.submitted_at.toISOString(),
  }))
}

/** Equal lengths for a constant-time comparison. */
const hash = (text: string) => createHash('sha256').update(text).digest()
