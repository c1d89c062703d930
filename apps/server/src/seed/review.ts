import type { Chance } from './chance.ts'
import type { SeedWorld } from './open-world.ts'

export type Review = ReturnType<typeof openReview>

const refusals = ['not_received', 'amount_differs', 'reference_not_found', 'name_mismatch', 'wrong_account'] as const

/** Decides deposits and pays withdrawals as cashiers do on an ordinary day. */
export function openReview({ operators }: SeedWorld) {
  const waiting: string[] = []
  let paid = 0

  return {
    /** Approves a deposit, or rejects one in thirty. @returns whether it was credited */
    async decideDeposit(id: string, chance: Chance): Promise<boolean> {
      const cashier = await operators.as(chance.pick(['cashier', 'cashier', 'cashier2']))
      const { deposit } = await cashier.get(`/staff/deposits/${id}`)
      const { version } = deposit
      if (chance.permille(33)) {
        await cashier.post(`/staff/deposits/${id}/reject`, { reason: chance.pick(refusals), version })
        return false
      }
      await cashier.post(`/staff/deposits/${id}/approve`, { received_amount: deposit.declared_amount, version })
      return true
    },

    askedPayout: (id: string) => waiting.push(id),

    /** Approves and pays the day's withdrawals. */
    async payWithdrawals() {
      for (const id of waiting.splice(0)) {
        const cashier = await operators.as('cashier2')
        const { withdrawal } = await cashier.get(`/staff/withdrawals/${id}`)
        const checked = withdrawal.warnings.map(({ code }: { code: string }) => code)
        const approved = await cashier.post(`/staff/withdrawals/${id}/approve`, {
          version: withdrawal.version,
          checked,
        })
        if (approved.withdrawal.state !== 'approved') continue
        const payment_reference = `DEMO PAYOUT ${String(++paid).padStart(5, '0')}`
        await cashier.post(`/staff/withdrawals/${id}/pay`, { version: approved.withdrawal.version, payment_reference })
      }
    },
  }
}
