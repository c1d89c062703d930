import type { StaffDeposit } from '@dhow/contract/deposit-review'
import { textOf } from '@dhow/contract/player-texts'
import { isOneOf } from '../../platform/one-of.ts'
import { required } from '../../platform/required.ts'
import { payerReply } from '../wallet/index.ts'
import { depositReply } from './deposit-reply.ts'
import type { DepositParts } from './parts.ts'
import { findWarnings } from './risk-flags.ts'
import { openStates } from './rules.ts'
import { findSteps } from './store.ts'
import type { DepositRow } from './tables.ts'

/** Deposits as operators see them; a page of the queue is read every few seconds, so it needs as many queries as one row. */
export async function staffReplies(parts: DepositParts, rows: DepositRow[]): Promise<StaffDeposit[]> {
  if (rows.length === 0) return []
  const { db, clock } = parts.platform
  const { kysely } = db
  const idsOf = (column: 'id' | 'player_id') => [...new Set(rows.map((row) => row[column]))]
  const players = await parts.accounts.findPlayers(idsOf('player_id'))
  const held = await parts.creditGate.holdsOf(rows.filter((row) => isOneOf(openStates, row.state)))
  const balances = await parts.wallet.balances(kysely, idsOf('player_id'))
  const warnings = await findWarnings(kysely, idsOf('id'))
  const proofs = await kysely
    .selectFrom('deposits.proof')
    .select((eb) => ['deposit_id', eb.fn.countAll<bigint>().as('count')])
    .where('deposit_id', 'in', idsOf('id'))
    .groupBy('deposit_id')
    .execute()
  const details = await kysely.selectFrom('deposits.payment_detail').select(['id', 'name']).execute()
  const operators = await kysely.selectFrom('staff.operator_card').select(['id', 'name']).execute()
  const nameOf = (operatorId: string | null) => operators.find((operator) => operator.id === operatorId)?.name ?? null
  const now = clock.now()
  return rows.map((row) => {
    const player = required(players.get(row.player_id), `player ${row.player_id}`)
    const detail = details.find((candidate) => candidate.id === row.detail_id)
    const claimEnd = row.claim_expires_at !== null && row.claim_expires_at > now ? row.claim_expires_at : null
    return {
      ...depositReply(parts, row),
      held: held.get(row.id) ?? [],
      player: payerReply(player, balances.get(row.player_id)),
      rail: row.rail,
      deposit_code: player.deposit_code,
      paid_to: `${detail?.name ?? 'Removed'} (${row.detail_id})`,
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
        .map(({ code, grade, text, other_id: otherId }) => ({
          code,
          grade,
          text,
          deposit_id: otherId.startsWith('dep_') ? otherId : null,
        })),
    }
  })
}

/** A deposit as operators see it, with its timeline. */
export async function staffReply(parts: DepositParts, row: DepositRow) {
  const [reply] = await staffReplies(parts, [row])
  const timeline = await findSteps(parts.platform.db.kysely, row.id)
  return { ...required(reply, `deposit ${row.id}`), timeline }
}
