import type { endIdentity, verifyIdentity } from '@dhow/contract/identity'
import type { BodyOf } from '@dhow/contract/operation'
import { operatorText } from '@dhow/contract/operator-texts'
import { entriesOf } from '@dhow/contract/records'
import type { Market } from '@dhow/contract/shapes'
import type { Tx } from '../../platform/db/index.ts'
import { every } from '../../platform/every.ts'
import type { StaffSession } from '../../platform/http/call.ts'
import { Refusal } from '../../platform/refusal.ts'
import { lockPlayer, type IdentityDecisionRow, type PlayerRow } from '../accounts/index.ts'
import { dayIn, markets } from '../portal/index.ts'
import type { OverviewParts } from './parts.ts'

const atOnce = 100

/** Operators' decisions about a player's identity. A job ends them when the document has expired. */
export function openIdentity(parts: OverviewParts) {
  const stop = every(parts.platform, 'identity', 60_000, () => expireDue(parts))
  return {
    read: (playerId: string) => readIdentity(parts, playerId),
    verify: (playerId: string, by: StaffSession, body: BodyOf<typeof verifyIdentity>) =>
      verify(parts, playerId, by, body),
    end: (playerId: string, by: StaffSession, body: BodyOf<typeof endIdentity>) => end(parts, playerId, by, body),
    expireDue: () => expireDue(parts),
    close: stop,
  }
}

/** A decision for its player and operators. */
export const decisionReply = ({
  id,
  decided_at,
  outcome,
  document,
  number_end,
  expires_on,
  why,
}: IdentityDecisionRow) => ({
  id,
  at: decided_at.toISOString(),
  outcome,
  document,
  number_end,
  expires_on,
  why,
})

/** @throws Refusal `not_found` */
async function readIdentity({ platform: { db }, accounts }: OverviewParts, playerId: string) {
  const player = await accounts.findPlayer(playerId)
  if (!player) throw new Refusal('not_found')
  const rows = await accounts.identity.decisions(db.kysely, playerId)
  const ids = rows.flatMap(({ operator_id }) => operator_id ?? [])
  const operators =
    ids.length === 0
      ? []
      : await db.kysely.selectFrom('staff.operator_card').select(['id', 'name']).where('id', 'in', ids).execute()
  const names = new Map(operators.map(({ id, name }) => [id, name]))
  return {
    is_verified: player.tier === 'person_verified',
    decisions: rows.map((row) => ({
      ...decisionReply(row),
      reason: row.reason,
      operator: names.get(row.operator_id ?? '') ?? null,
    })),
  }
}

/** @throws Refusal `not_found`, `identity_verified`, `invalid_fields` for a document that has expired */
async function verify(
  parts: OverviewParts,
  playerId: string,
  by: StaffSession,
  { document, number_end, expires_on, reason }: BodyOf<typeof verifyIdentity>,
) {
  const { db, clock } = parts.platform
  await db.transaction(async (tx) => {
    const player = await lockPlayer(tx, playerId)
    // The last day ends in the market's time zone, not in the server's.
    if (expires_on !== undefined && expires_on < dayIn(markets[player.market].timezone, clock.now()))
      throw new Refusal('invalid_fields', { fields: { expires_on: [operatorText('document_expired', {})] } })
    if (player.tier === 'person_verified') throw new Refusal('identity_verified')
    const seen = { document, number_end, expires_on: expires_on ?? null }
    await decide(parts, tx, player, { ...seen, outcome: 'verified', why: null, reason, operatorId: by.operatorId })
  })
  return readIdentity(parts, playerId)
}

/** @throws Refusal `not_found`, `identity_verified` for a refusal, `identity_unverified` for a revocation */
async function end(
  parts: OverviewParts,
  playerId: string,
  by: StaffSession,
  { outcome, why, reason }: BodyOf<typeof endIdentity>,
) {
  await parts.platform.db.transaction(async (tx) => {
    const player = await lockPlayer(tx, playerId)
    const isVerified = player.tier === 'person_verified'
    if (outcome === 'refused' && isVerified) throw new Refusal('identity_verified')
    if (outcome === 'revoked' && !isVerified) throw new Refusal('identity_unverified')
    await decide(parts, tx, player, { ...unseen, outcome, why, reason, operatorId: by.operatorId })
  })
  return readIdentity(parts, playerId)
}

/** Ends the verification of players whose document has expired; returns their number. */
async function expireDue(parts: OverviewParts): Promise<number> {
  const now = parts.platform.clock.now()
  let ended = 0
  for (const [market, { timezone }] of entriesOf(markets))
    ended += await expireIn(parts, { market, day: dayIn(timezone, now), atMost: atOnce })
  return ended
}

async function expireIn(parts: OverviewParts, today: { market: Market; day: string; atMost: number }): Promise<number> {
  const { platform, accounts } = parts
  let ended = 0
  for (const playerId of await accounts.identity.expired(platform.db.kysely, today))
    await platform.db.transaction(async (tx) => {
      const player = await lockPlayer(tx, playerId)
      // Another server was first, or an operator has decided meanwhile.
      if (!(await accounts.identity.expired(tx, today)).includes(playerId)) return
      const reason = 'The document has expired.'
      await decide(parts, tx, player, { ...unseen, outcome: 'expired', why: 'expired', reason, operatorId: null })
      ended++
    })
  return ended
}

const unseen = { document: null, number_end: null, expires_on: null }

type Decision = Pick<IdentityDecisionRow, 'outcome' | 'document' | 'number_end' | 'expires_on' | 'why' | 'reason'> & {
  operatorId: string | null
}

/** Writes row, audit entry and message of one decision. */
async function decide(
  { platform, accounts, staff, messages }: OverviewParts,
  tx: Tx,
  player: PlayerRow,
  { operatorId, ...decision }: Decision,
) {
  const id = platform.id('idd')
  const decided = { ...decision, id, player_id: player.id, operator_id: operatorId, decided_at: platform.clock.now() }
  await accounts.identity.decide(tx, player, decided)
  await staff.audit(tx, {
    operatorId,
    action: 'player.identity',
    subject: player.id,
    text: `${actionNames[decision.outcome]} the identity: ${decision.reason}`,
    before: { tier: player.tier },
    after: { identity: decision.outcome, document: decision.document, expires_on: decision.expires_on },
  })
  const named = { key: `identity:${id}`, playerId: player.id, about: null }
  if (decision.why === null) await messages.send(tx, { ...named, kind: 'identity_verified', params: {} })
  else {
    const kind = decision.outcome === 'refused' ? 'identity_refused' : 'identity_revoked'
    await messages.send(tx, { ...named, kind, params: { reason: decision.why } })
  }
}

const actionNames = { verified: 'Verified', refused: 'Refused', revoked: 'Revoked', expired: 'Ended' }
