import { formatDecimal } from '@dhow/contract/money'
import { textOf } from '@dhow/contract/player-texts'
import { violatedConstraint } from '../../platform/db/errors.ts'
import { afterCommit } from '../../platform/db/index.ts'
import type { PlayerSession, UploadedFile } from '../../platform/http/call.ts'
import { fieldRefusal, Refusal } from '../../platform/refusal.ts'
import { required } from '../../platform/required.ts'
import type { DepositParts } from './parts.ts'
import { addStep, addWarning, findDetail, findOwn, findHolder, moveDeposit, notifyPlayer } from './store.ts'
import type { DepositRow } from './tables.ts'
import { warningsOf } from './risk-flags.ts'
import { amountWithin, referenceOf } from './rules.ts'

export interface Answer {
  note?: string | undefined
  utr?: string | undefined
  amount?: string | undefined
  file: UploadedFile | undefined
}

/**
 * Records the player's answer to a question, which returns the deposit to the queue.
 * @throws Refusal `not_found`, `deposit_state_changed`, `answer_empty`, and by field `amount_…`, `reference_…`,
 * `proof_unreadable`
 */
export async function answerDeposit(
  parts: DepositParts,
  depositId: string,
  { playerId }: PlayerSession,
  { note, utr, amount, file }: Answer,
): Promise<DepositRow> {
  const { db, clock, id, live } = parts.platform
  const written = note || undefined
  await findOwn(db.kysely, depositId, playerId)
  if (!written && !utr && !amount && !file) throw fieldRefusal('answer_empty', 'note', textOf('answer_empty', {}))
  const picture = file && (await parts.proofs.arrived(file))
  const answer = () =>
    db.transaction(async (tx) => {
      const row = await findOwn(tx, depositId, playerId)
      if (row.state !== 'needs_info') throw new Refusal('deposit_state_changed')
      const detail = required(await findDetail(tx, row.detail_id), `payment detail ${row.detail_id}`)
      const amountMinor = amount ? amountWithin(amount, detail) : row.declared_minor
      const reference = utr ? referenceOf(utr, detail.rail) : row.ref_norm
      const holder = reference === row.ref_norm ? undefined : await findHolder(tx, detail, reference)
      if (holder) throw fieldRefusal('reference_used', 'utr', textOf('reference_used', {}))
      const now = clock.now()
      const moved = await moveDeposit(tx, row, 'submitted', {
        declared_minor: amountMinor,
        ...(utr ? { ref_raw: utr.slice(0, 64), ref_norm: reference } : {}),
        ...(picture ? { proof: 'preparing' as const } : {}),
        answer: written ?? null,
        updated_at: now,
        expires_at: new Date(now.getTime() + parts.portal.settings().deposits.expire_after_hours * 3_600_000),
      })
      const player = required(await parts.accounts.findPlayer(playerId, tx), `player ${playerId}`)
      const earlier = await tx
        .selectFrom('deposits.deposit')
        .select(['id', 'state'])
        .where('ref_norm', '=', reference)
        .where('id', '!=', depositId)
        .limit(5)
        .execute()
      const fresh = { depositId, playerSince: player.created_at, earlier, sha256: picture?.sha256, amountMinor, detail }
      for (const warning of await warningsOf(tx, parts, fresh)) await addWarning(tx, { depositId, ...warning })
      if (picture) await tx.insertInto('deposits.upload').values(picture.uploadOf(depositId)).execute()
      afterCommit(tx, () => picture?.markCommitted())
      for (const text of [
        reference === row.ref_norm ? [] : textOf('answer_reference', { reference }),
        amountMinor === row.declared_minor
          ? []
          : textOf('answer_amount', { amount: formatDecimal(amountMinor), currency: row.currency }),
        picture ? textOf('answer_screenshot', {}) : [],
        written ? textOf('answer_note', { text: written }) : [],
      ].flat())
        await addStep(tx, id, { of: depositId, at: now, state: 'submitted', text })
      notifyPlayer(tx, live, moved, textOf('deposit_answered', {}))
      return moved
    })
  try {
    return await answer()
  } catch (error) {
    // Another deposit with this reference was committed meanwhile.
    if (violatedConstraint(error) === 'deposit_reference') return await answer()
    throw error
  } finally {
    await picture?.discard()
  }
}

/**
 * Cancels a deposit for its player before an operator has begun to check it. @throws Refusal `not_found`,
 * `deposit_state_changed`
 */
export function cancelDeposit(parts: DepositParts, depositId: string, { playerId }: PlayerSession) {
  const { db, clock, id, live } = parts.platform
  return db.transaction(async (tx) => {
    const row = await findOwn(tx, depositId, playerId)
    if (row.state !== 'submitted') throw new Refusal('deposit_state_changed')
    const now = clock.now()
    const cancelled = await moveDeposit(tx, row, 'cancelled', { updated_at: now })
    const text = textOf('deposit_cancelled', {})
    await addStep(tx, id, { of: depositId, at: now, state: 'cancelled', text })
    notifyPlayer(tx, live, cancelled, text)
    return cancelled
  })
}
