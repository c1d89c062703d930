import { formatDecimal } from '@dhow/contract/money'
import { readClaimRules } from './claim-rules.ts'
import type { RewardParts } from './parts.ts'
import { giftState } from './rules.ts'
import { listEnvelopes } from './store.ts'

/** All envelopes with their claims, or the one of this id. */
export async function listGifts({ platform: { db, clock } }: RewardParts, envelopeId?: string) {
  const rows = await listEnvelopes(db.kysely, envelopeId)
  const rules = await readClaimRules(db.kysely)
  return rows.map((row) => ({
    id: row.id,
    title: row.title,
    market: row.market,
    currency: row.currency,
    kind: row.kind,
    pot: formatDecimal(row.pot_minor),
    claims: row.claims,
    claimed: Number(row.claimed),
    claimed_amount: formatDecimal(BigInt(row.claimed_minor)),
    expires_at: row.expires_at.toISOString(),
    min_account_age_hours: row.min_account_age_hours,
    claim_rules: rules.get(row.id) ?? null,
    state: giftState(row, Number(row.claimed), clock.now()),
    created_by: row.created_by,
    created_at: row.created_at.toISOString(),
  }))
}
