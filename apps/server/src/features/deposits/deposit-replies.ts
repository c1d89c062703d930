import type { StaffDeposit } from '@dhow/contract/deposit-review'
import type { Deposit, DepositDetail } from '@dhow/contract/deposits'
import { formatDecimal } from '@dhow/contract/money'
import { textOf, type PlayerText } from '@dhow/contract/player-texts'
import { isOneOf } from '@dhow/contract/records'
import { required } from '../../platform/required.ts'
import { inEnglish } from '../../platform/texts.ts'
import { detailName, methodName, methods } from './methods.ts'
import type { DepositParts, GivenParts } from './parts.ts'
import { findWarnings } from './risk-flags.ts'
import { openStates, statusOf } from './rules.ts'
import { findSteps } from './store.ts'
import type { DepositRow } from './tables.ts'

/** A deposit as its player sees it. */
export function depositReply({ portal }: Pick<GivenParts, 'portal'>, row: DepositRow): Deposit {
  const settings = portal.settings()
  const { expected_minutes: expectedMinutes, expire_after_hours: expireAfterHours } = settings.deposits
  const method = methods.find((candidate) => candidate.family === row.family)
  return {
    id: row.id,
    family: row.family,
    method: method?.displayName ?? row.family,
    method_text: method ? methodName(method, settings.methods[method.code]) : textOf('text', { text: row.family }),
    declared_amount: formatDecimal(row.declared_minor),
    credited_amount: row.credited_minor === null ? null : formatDecimal(row.credited_minor),
    currency: row.currency,
    utr: row.ref_norm,
    status: statusOf[row.state],
    state: row.state,
    reason: reasonOf(row),
    has_proof: row.proof !== null,
    submitted_at: row.submitted_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    // A deposit that waits for its player is not due; the answer restarts the wait and the time to expire.
    expected_by:
      isOneOf(openStates, row.state) && row.state !== 'needs_info'
        ? new Date(row.expires_at.getTime() - expireAfterHours * 3_600_000 + expectedMinutes * 60_000).toISOString()
        : null,
  }
}

/** Why it failed or was reversed, or the question to the player. */
function reasonOf({ state, reason, question }: DepositRow): PlayerText | null {
  if (state === 'needs_info' && question !== null) return textOf('deposit_question', { question })
  if (reason === null) return null
  return textOf(state === 'reversed' ? 'deposit_reversed' : 'deposit_rejected', { reason })
}

/** The reply with the player's actions; the caller adds the timeline. */
export const ownReply = (
  parts: Pick<GivenParts, 'portal'>,
  row: DepositRow,
): Omit<DepositDetail, 'timeline' | 'choice'> => ({
  ...depositReply(parts, row),
  receipt: row.posting_id === null ? null : `DHOW-${row.posting_id}`,
  question:
    row.state === 'needs_info' && row.question !== null && row.asked_at !== null
      ? {
          code: row.question,
          text: textOf('deposit_question', { question: row.question }),
          note: row.question_note,
          asked_at: row.asked_at.toISOString(),
          answer_by: row.expires_at.toISOString(),
        }
      : null,
  can_cancel: row.state === 'submitted',
  continue_url: null,
})

/** Deposits for operators; a page of the queue is read every few seconds, so it needs as many queries as one row. */
export async function staffReplies(parts: DepositParts, rows: DepositRow[]): Promise<StaffDeposit[]> {
  if (rows.length === 0) return []
  const { db, clock } = parts.platform
  const { kysely } = db
  const idsOf = (column: 'id' | 'player_id') => [...new Set(rows.map((row) => row[column]))]
  const players = await kysely
    .selectFrom('accounts.player_card')
    .selectAll()
    .where('id', 'in', idsOf('player_id'))
    .execute()
  const held = await parts.creditGate.listHolds(rows.filter((row) => isOneOf(openStates, row.state)))
  const balances = await parts.wallet.balances(kysely, idsOf('player_id'))
  const warnings = await findWarnings(kysely, idsOf('id'))
  const proofs = await kysely
    .selectFrom('deposits.proof')
    .select((eb) => ['deposit_id', eb.fn.countAll<bigint>().as('count')])
    .where('deposit_id', 'in', idsOf('id'))
    .groupBy('deposit_id')
    .execute()
  const details = await kysely.selectFrom('deposits.payment_detail').select(['id', 'name', 'name_code']).execute()
  const operators = await kysely.selectFrom('staff.operator_card').select(['id', 'name']).execute()
  const nameOf = (operatorId: string | null) => operators.find((operator) => operator.id === operatorId)?.name ?? null
  const now = clock.now()
  return rows.map((row) => {
    const player = required(
      players.find((candidate) => candidate.id === row.player_id),
      `player ${row.player_id}`,
    )
    const detail = details.find((candidate) => candidate.id === row.detail_id)
    const claimEnd = row.claim_expires_at !== null && row.claim_expires_at > now ? row.claim_expires_at : null
    return {
      ...depositReply(parts, row),
      held: held.get(row.id) ?? [],
      player: parts.wallet.payerReply(player, balances.get(row.player_id)),
      rail: row.rail,
      deposit_code: player.deposit_code,
      paid_to: `${detail ? inEnglish(detailName(detail)) : 'Removed'} (${row.detail_id})`,
      claimed_by: claimEnd && nameOf(row.claimed_by),
      claim_expires_at: claimEnd && claimEnd.toISOString(),
      first_approver: row.state === 'awaiting_second_approval' ? nameOf(row.first_approver) : null,
      age_s: Math.max(0, Math.floor((now.getTime() - row.submitted_at.getTime()) / 1_000)),
      version: row.version,
      question: row.question && {
        code: row.question,
        text: textOf('deposit_question', { question: row.question }),
        note: row.question_note,
      },
      answer: row.answer,
      proof: row.proof,
      proofs: Number(proofs.find((proof) => proof.deposit_id === row.id)?.count ?? 0),
      warnings: warnings
        .filter((warning) => warning.deposit_id === row.id)
        .map(({ code, params, grade, other_id: otherId }) => ({
          code,
          params,
          grade,
          deposit_id: otherId.startsWith('dep_') ? otherId : null,
        })),
    }
  })
}

/** A deposit for operators, with its timeline. */
export async function staffReply(parts: DepositParts, row: DepositRow) {
  const [reply] = await staffReplies(parts, [row])
  const timeline = await findSteps(parts.platform.db.kysely, row.id)
  return { ...required(reply, `deposit ${row.id}`), timeline }
}
