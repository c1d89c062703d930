import { operatorText } from '@dhow/contract/operator-texts'
import { amountValue, factOf } from '../approvals/index.ts'
import { formatDecimal, formatMoney, type Currency } from '@dhow/contract/money'
import type { Tx } from '../../platform/db/index.ts'
import type { PlayerSession, StaffSession } from '../../platform/http/call.ts'
import { Refusal } from '../../platform/refusal.ts'
import { required } from '../../platform/required.ts'
import { marketOfCurrency } from '../portal/index.ts'
import type { DebtChange } from '../wallet/index.ts'
import type { WithdrawalParts } from './parts.ts'

declare module '../approvals/change-kinds.ts' {
  interface ChangeKinds {
    /** Write-off of a debt, up to this many minor units. */
    debt_write_off: { playerId: string; amountMinor: string }
  }
}

/**
 * Pays a player's debt from their cash, as far as possible; returns the amount, in minor units. @throws Refusal
 * `no_debt`, `insufficient_funds`
 */
export const payDebt = (
  { platform: { db, clock, id }, wallet }: WithdrawalParts,
  { playerId, currency }: PlayerSession,
) =>
  db.transaction(async (tx) => {
    await wallet.lock(tx, playerId)
    const { debtMinor } = required(await wallet.balance(tx, playerId), `wallet of ${playerId}`)
    if (debtMinor === 0n) throw new Refusal('no_debt')
    const paidMinor = await wallet.payDebt(tx, {
      key: `debt:${id('dbt')}:paid`,
      playerId,
      currency,
      happenedAt: clock.now(),
    })
    if (paidMinor === 0n) throw new Refusal('insufficient_funds')
    return paidMinor
  })

/**
 * Proposes to write off a debt, which a second operator must confirm. @throws Refusal `not_found`, `no_debt`,
 * `change_waits`
 */
export const proposeWriteOff = (
  { platform: { db }, wallet, accounts, approvals }: WithdrawalParts,
  playerId: string,
  by: StaffSession,
  reason: string,
) =>
  db.transaction(async (tx) => {
    const player = await accounts.findPlayer(playerId, tx)
    if (!player) throw new Refusal('not_found')
    const { debtMinor, currency } = required(await wallet.balance(tx, playerId), `wallet of ${playerId}`)
    if (debtMinor === 0n) throw new Refusal('no_debt')
    await approvals.sign(tx, by, writeOffOf(playerId, debtMinor, currency))
    await approvals.changes.propose(tx, by, {
      kind: 'debt_write_off',
      subject: playerId,
      summary: operatorText('debt_written_off', {
        amount: formatDecimal(debtMinor),
        currency,
        player: player.player_name,
      }),
      change: { playerId, amountMinor: debtMinor.toString() },
      reason,
      facts: [factOf('fact_debt', amountValue(0n, currency), amountValue(debtMinor, currency))],
      playerId,
      amountMinor: debtMinor,
      currency,
    })
  })

/** Registers how a write-off is carried out, and notifies players of each change of their debt. */
export function registerDebts(parts: WithdrawalParts) {
  const { wallet, approvals, messages } = parts
  wallet.onDebt(async (tx, change) => {
    await messages.send(tx, {
      ...messageOf(change),
      key: `debt:${change.key}`,
      playerId: change.playerId,
      about: null,
    })
  })

  approvals.changes.register('debt_write_off', {
    title: operatorText('change_debt', {}),
    needs: 'debts.write_off',
    apply: (tx, by, { playerId, amountMinor }, { id: changeId, reason }) =>
      writeOff(parts, tx, by, {
        playerId,
        atMostMinor: BigInt(amountMinor),
        key: `debt:written-off:${changeId}`,
        reason,
      }),
  })
}

/** Write-off as signed by each of the two operators. */
const writeOffOf = (playerId: string, amountMinor: bigint, currency: Currency) =>
  ({ action: 'debt_write_off', subject: playerId, market: marketOfCurrency(currency), amountMinor, playerId }) as const

/** @throws Refusal `no_debt` if it was paid meanwhile, `step_up_needed` */
async function writeOff(
  { platform: { clock }, wallet, staff, approvals }: WithdrawalParts,
  tx: Tx,
  by: StaffSession,
  { playerId, atMostMinor, key, reason }: { playerId: string; atMostMinor: bigint; key: string; reason: string },
) {
  await wallet.lock(tx, playerId)
  const { debtMinor, currency } = required(await wallet.balance(tx, playerId), `wallet of ${playerId}`)
  if (debtMinor === 0n) throw new Refusal('no_debt')
  const amountMinor = debtMinor < atMostMinor ? debtMinor : atMostMinor
  await approvals.sign(tx, by, writeOffOf(playerId, amountMinor, currency))
  const posted = await wallet.correct(tx, {
    key,
    reason: 'debt-written-off',
    playerId,
    currency,
    happenedAt: clock.now(),
    lines: [{ debit: { house: 'debt_written_off' }, credit: { house: 'player_debt', ref: playerId }, amountMinor }],
  })
  await staff.audit(tx, {
    operatorId: by.operatorId,
    action: 'debt.write-off',
    subject: playerId,
    text: `Wrote off ${formatMoney(amountMinor, currency)} that the player owed: ${reason}`,
    before: { debt: debtMinor.toString() },
    after: { debt: (debtMinor - amountMinor).toString(), posting: posted.postingId.toString() },
  })
}

function messageOf({ reason, changeMinor, debtMinor, currency }: DebtChange) {
  const amount = formatDecimal(changeMinor < 0n ? -changeMinor : changeMinor)
  if (changeMinor > 0n) return { kind: 'debt_opened', params: { amount, currency } } as const
  if (reason === 'debt-written-off') return { kind: 'debt_written_off', params: { amount, currency } } as const
  return { kind: 'debt_repaid', params: { amount, currency, left: formatDecimal(debtMinor) } } as const
}
