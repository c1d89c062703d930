import { inEnglish } from '../../platform/texts.ts'
import { formatDecimal, formatMoney } from '@dhow/contract/money'
import { textOf } from '@dhow/contract/player-texts'
import { afterCommit, type Tx } from '../../platform/db/index.ts'
import type { StaffSession } from '../../platform/http/call.ts'
import { Refusal } from '../../platform/refusal.ts'
import { required } from '../../platform/required.ts'
import { auditLine, decidedBy, lockLine, payersOf, suspenseOf, type LineVersion } from './line-steps.ts'
import type { StatementParts } from './parts.ts'
import { moveLine } from './store.ts'
import type { LineRow } from './tables.ts'

export interface Assignment {
  playerId: string
  note: string
}

/**
 * Credits a player with money from suspense. From the threshold on a second operator must assign it to the same player.
 * @throws Refusal `statement_line_changed`, `same_operator`, `not_found`, and the ledger's
 */
export function assignLine(
  parts: StatementParts,
  lineId: string,
  by: StaffSession,
  { version, ...assignment }: LineVersion & Assignment,
): Promise<LineRow> {
  const { playerId, note } = assignment
  return parts.platform.db.transaction(async (tx) => {
    const row = await lockLine(tx, lineId, version)
    if (!row.in_suspense) throw new Refusal('statement_match_changed')
    const player = await parts.accounts.findPlayer(playerId, tx)
    if (!player) throw new Refusal('not_found')
    if (player.currency !== row.currency) throw new Refusal('currency_mismatch')
    // Locks the wallet. A blocked payer is not acknowledged: send the money back, or end the block first. Nobody
    // reported this money, so a player on a break made no choice about it; the operator's note has the reason.
    const acknowledged = ['play_blocked', 'player_suspended']
    await parts.deposits.creditGate.enter(
      tx,
      { id: row.id, player_id: playerId, payers: payersOf(parts, row) },
      acknowledged,
    )
    const second = row.state === 'awaiting_second_approval'
    if (second && row.player_id !== playerId) throw new Refusal('statement_match_changed')
    const { alone, reasons } = await parts.approvals.decide(tx, by, {
      action: 'line_assign',
      subject: row.id,
      market: player.market,
      amountMinor: row.amount_minor,
      playerId,
      first: second ? required(row.first_operator, `first operator of ${row.id}`) : undefined,
    })
    if (alone) return creditPlayer(parts, tx, row, by, assignment)
    const waiting = await moveLine(tx, row, 'awaiting_second_approval', {
      player_id: playerId,
      first_operator: by.operatorId,
      note,
    })
    await auditLine(parts, tx, by, row, {
      action: 'assign-first',
      text: `Assigned ${amountOf(row)} to ${playerId} as the first of two: ${note}. ${reasons.map(inEnglish).join(' ')}`,
      after: { player: playerId },
    })
    return waiting
  })
}

async function creditPlayer(
  parts: StatementParts,
  tx: Tx,
  row: LineRow,
  by: StaffSession,
  { playerId, note }: Assignment,
): Promise<LineRow> {
  const { clock, live } = parts.platform
  const credited = await parts.wallet.creditCash(tx, {
    key: `statement-line:${row.id}`,
    reason: 'suspense',
    reference: `suspense:${row.id}`,
    playerId,
    currency: row.currency,
    happenedAt: clock.now(),
    lines: [{ debit: suspenseOf(row), credit: { player: 'cash' }, amountMinor: row.amount_minor }],
  })
  const moved = await moveLine(tx, row, 'assigned', {
    player_id: playerId,
    posting_id: credited.posted.postingId,
    note,
    ...decidedBy(parts, by),
  })
  await auditLine(parts, tx, by, row, {
    action: 'assign',
    text: `Assigned ${amountOf(row)} to ${playerId}: ${note}`,
    after: { player: playerId },
  })
  const texts = [
    textOf('payment_found', { amount: formatDecimal(row.amount_minor), currency: row.currency }),
    ...parts.wallet.debtTexts(credited, row.currency),
  ]
  afterCommit(tx, () => {
    for (const text of texts) live.publish(playerId, { type: 'deposit', id: row.id, status: 'completed', text })
  })
  return moved
}

const amountOf = (row: LineRow) => formatMoney(row.amount_minor, row.currency)
