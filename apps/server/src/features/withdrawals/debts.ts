import { formatDecimal, formatMoney } from '@dhow/contract/money'
import type { Tx } from '../../platform/db/index.ts'
import type { PlayerSession, StaffSession } from '../../platform/http/call.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { DebtChange } from '../wallet/index.ts'
import type { WithdrawalParts } from './index.ts'

declare module '../approvals/change-kinds.ts' {
  interface ChangeKinds {
    /** A debt that is given up: at most so many minor units of it. */
    debt_write_off: { playerId: string; amountMinor: string }
  }
}

/** Debts of players: paid by the player, written off by two operators, and reported in the inbox. */
export function openDebts(parts: WithdrawalParts) {
  const { platform, wallet, accounts, staff, approvals, messages } = parts
  const { db, clock, id } = platform

  wallet.onDebt(async (tx, change) => {
    await messages.send(tx, {
      ...messageOf(change),
      key: `debt:${change.key}`,
      playerId: change.playerId,
      about: null,
    })
  })

  approvals.changes.register('debt_write_off', {
    title: 'Debts',
    roles: ['manager', 'admin'],
    apply: (tx, by, { playerId, amountMinor }, { id: changeId, reason }) =>
      writeOff(tx, by, { playerId, atMostMinor: BigInt(amountMinor), key: `debt:written-off:${changeId}`, reason }),
  })

  /** @throws Refusal `no_debt` where it was paid in the meantime */
  async function writeOff(
    tx: Tx,
    by: StaffSession,
    { playerId, atMostMinor, key, reason }: { playerId: string; atMostMinor: bigint; key: string; reason: string },
  ) {
    await wallet.lock(tx, playerId)
    const { debtMinor, currency } = (await wallet.balance(tx, playerId))!
    if (debtMinor === 0n) throw new Refusal('no_debt')
    const amountMinor = debtMinor < atMostMinor ? debtMinor : atMostMinor
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

  return {
    /** Pays what the player owes from their cash, as far as it goes; answers what it paid, in minor units. @throws Refusal `no_debt`, `insufficient_funds` */
    pay: ({ playerId, currency }: PlayerSession) =>
      db.transaction(async (tx) => {
        await wallet.lock(tx, playerId)
        if ((await wallet.balance(tx, playerId))!.debtMinor === 0n) throw new Refusal('no_debt')
        const paidMinor = await wallet.payDebt(tx, {
          key: `debt:${id('dbt')}:paid`,
          playerId,
          currency,
          happenedAt: clock.now(),
        })
        if (paidMinor === 0n) throw new Refusal('insufficient_funds')
        return paidMinor
      }),

    /** Lets a second operator confirm that a debt is given up. @throws Refusal `not_found`, `no_debt`, `change_waits` */
    proposeWriteOff: (playerId: string, by: StaffSession, reason: string) =>
      db.transaction(async (tx) => {
        const player = await accounts.findPlayer(playerId, tx)
        if (!player) throw new Refusal('not_found')
        const { debtMinor, currency } = (await wallet.balance(tx, playerId))!
        if (debtMinor === 0n) throw new Refusal('no_debt')
        const amount = formatMoney(debtMinor, currency)
        await approvals.changes.propose(tx, by, {
          kind: 'debt_write_off',
          subject: playerId,
          summary: `Write off ${amount} that ${player.player_name} owes`,
          change: { playerId, amountMinor: debtMinor.toString() },
          reason,
          facts: [{ label: 'Debt', before: amount, after: formatMoney(0n, currency) }],
          playerId,
          amountMinor: debtMinor,
          currency,
        })
      }),
  }
}

function messageOf({ reason, changeMinor, debtMinor, currency }: DebtChange) {
  const amount = formatDecimal(changeMinor < 0n ? -changeMinor : changeMinor)
  if (changeMinor > 0n) return { kind: 'debt_opened', params: { amount, currency } } as const
  if (reason === 'debt-written-off') return { kind: 'debt_written_off', params: { amount, currency } } as const
  return { kind: 'debt_repaid', params: { amount, currency, left: formatDecimal(debtMinor) } } as const
}
