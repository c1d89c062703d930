import type { StoppedStep } from '@dhow/contract/withdrawal-review'
import type { Db, Tx } from '../../platform/db/index.ts'
import { Refusal } from '../../platform/refusal.ts'
import { gateFactsOf, type PlayerRef } from './gate-facts.ts'
import { reasonsAgainst, stopsFor, type GateStep, type Reason } from './gate-rules.ts'
import type { GivenParts } from './parts.ts'
import type { WithdrawalState } from './rules.ts'
import { findWithdrawal } from './store.ts'
import type { WithdrawalRow } from './tables.ts'

/*
 * Whether a player's money may be paid out. Each step of a withdrawal checks it, inside its transaction: the wallet is
 * locked first, then the withdrawal, so that freezing, suspension, reversals and other steps come before or after it,
 * never between.
 */

type Stop = ReturnType<typeof stopsFor>[number]

/** Next steps of a withdrawal, by state; those of the payout service only for its payouts. */
const nextSteps: Partial<Record<WithdrawalState, readonly StoppedStep[]>> = {
  requested: ['approve'],
  awaiting_second_approval: ['approve'],
  approved: ['batch', 'order', 'mark-paid'],
  batched: ['send-batch'],
}

/** Current reasons against a step, in order; empty if allowed. */
export async function reasonsAgainstPayout(
  parts: GivenParts,
  reader: Db,
  step: GateStep,
  whose: PlayerRef,
): Promise<Reason[]> {
  const facts = await gateFactsOf(parts, reader, [whose])
  return [...facts.values()].flatMap((known) => reasonsAgainst(step, known))
}

/**
 * Locks and returns a withdrawal for a step, if it is as the operator read it and nothing stops the step.
 * @throws Refusal `not_found`, `withdrawal_state_changed`, and the reason's
 */
export async function enterGate(
  parts: GivenParts,
  tx: Tx,
  withdrawalId: string,
  step: GateStep | ((row: WithdrawalRow) => GateStep),
  version?: number,
): Promise<WithdrawalRow> {
  const seen = await findWithdrawal(tx, withdrawalId)
  if (!seen) throw new Refusal('not_found')
  await parts.wallet.lock(tx, seen.player_id)
  const [row] = await lockRows(tx, [withdrawalId])
  if (!row) throw new Refusal('not_found')
  if (version !== undefined && row.version !== version) throw new Refusal('withdrawal_state_changed')
  const reasons = await reasonsAgainstPayout(parts, tx, typeof step === 'function' ? step(row) : step, row)
  if (hasReasons(reasons)) throw stopped(reasons)
  return row
}

/** Locks several withdrawals in sorted order: `free` may continue, `held` has reasons against it. */
export async function enterGateTogether(
  parts: GivenParts,
  tx: Tx,
  step: GateStep,
  rows: readonly Pick<WithdrawalRow, 'id' | 'player_id'>[],
) {
  await parts.wallet.lock(tx, ...new Set(rows.map((row) => row.player_id)))
  const locked = await lockRows(
    tx,
    rows.map((row) => row.id),
  )
  const facts = await gateFactsOf(parts, tx, locked)
  const judged = [...facts].map(([row, known]) => ({ row, reasons: reasonsAgainst(step, known) }))
  return {
    free: judged.filter(({ reasons }) => reasons.length === 0).map(({ row }) => row),
    held: judged.filter(({ reasons }) => reasons.length > 0),
  }
}

/** Current reasons that stop each of these, with the stopped steps, by withdrawal id. */
export async function stopsOf(
  parts: GivenParts,
  rows: readonly WithdrawalRow[],
): Promise<(withdrawalId: string) => Stop[]> {
  const facts = await gateFactsOf(parts, parts.platform.db.kysely, rows)
  const stops = new Map(
    [...facts].map(([row, known]) => {
      const isRetried = row.by_service && (row.state === 'sent' || row.state === 'unknown')
      const steps = isRetried ? (['order'] as const) : (nextSteps[row.state] ?? [])
      return [row.id, stopsFor(steps, known)]
    }),
  )
  return (withdrawalId) => stops.get(withdrawalId) ?? []
}

async function lockRows(tx: Tx, withdrawalIds: readonly string[]): Promise<WithdrawalRow[]> {
  if (withdrawalIds.length === 0) return []
  return tx
    .selectFrom('withdrawals.withdrawal')
    .selectAll()
    .where('id', 'in', withdrawalIds)
    .orderBy('id')
    .forUpdate()
    .execute()
}

export const hasReasons = (reasons: readonly Reason[]): reasons is [Reason, ...Reason[]] => reasons.length > 0

/** Refusal of a stopped step, worded for its reader. */
export function stopped(reasons: readonly [Reason, ...Reason[]], reader: 'operator' | 'player' = 'operator'): Refusal {
  const [{ refusal, playerText }] = reasons
  if (reader === 'player') {
    const texts = reasons.map((reason) => ({ code: reason.code, text: reason.playerText }))
    return new Refusal(refusal, { text: playerText, data: { reasons: texts } })
  }
  const texts = reasons.map(({ code, text }) => ({ code, text }))
  const [first, ...also] = texts.map(({ text }) => text)
  return new Refusal(refusal, { text: first, also, data: { reasons: texts } })
}
