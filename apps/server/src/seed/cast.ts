import type { DepositFamily } from '@dhow/contract/deposit-families'
import type { Market } from '@dhow/contract/shapes'
import { openBrowser, type Browser } from './browser.ts'
import type { SeedWorld } from './open-world.ts'
import { userAgents } from './plan.ts'
import { password, registerPlayer, textOf, type SeedPlayer } from './player.ts'

export type Cast = ReturnType<typeof openCast>

/** Mobile numbers of these players come after those of the planned players. */
const firstPlace = 50_000

/** Players who each show one state, named after it, and the operators' actions on them. */
export function openCast(world: SeedWorld) {
  let places = firstPlace

  const cast = {
    /** Registers a player with a name for their state. */
    async player(
      name: string,
      how: { market?: Market; address?: string; userAgent?: string; referralCode?: string } = {},
    ) {
      const index = ++places
      const market = how.market ?? 'NA'
      const planned = {
        name,
        mobile: market === 'NA' ? `+26481${2_000_000 + index}` : `+9198${10_000_000 + index}`,
        market,
        address: how.address ?? `198.19.${Math.trunc((index - firstPlace) / 200)}.${1 + ((index - firstPlace) % 200)}`,
        userAgent: how.userAgent ?? userAgents[index % userAgents.length] ?? userAgents[0],
        family: market === 'NA' ? ('manual-namibia' as const) : ('manual-india' as const),
        joins: 0,
        stakeMinor: 1_000,
        visitsPermille: 0,
        keenDays: 0,
        broughtBy: undefined,
      }
      return registerPlayer(world, planned, index, how.referralCode)
    },

    /** Starts a registration and never enters the code. */
    async unanswered(name: string) {
      const browser = openBrowser(world.origins.portal, { address: '198.19.250.1', userAgent: userAgents[0] })
      const mobile = `+9198${10_000_000 + ++places}`
      await browser.post('/register', { player_name: name, mobile, password, market: 'IN', accept_terms: true })
    },

    /** Reports a deposit and has it credited. @returns its id */
    async pay(player: SeedPlayer, amountMinor: number, family?: DepositFamily): Promise<string> {
      const id = await player.deposit(amountMinor, family)
      await cast.approve(id, textOf(amountMinor))
      return id
    },

    /** Approves a deposit, with a second operator if the amount needs one. */
    async approve(id: string, amount: string) {
      for (const name of ['cashier', 'manager']) {
        const operator = await world.operators.as(name)
        const { deposit } = await operator.get(`/staff/deposits/${id}`)
        if (!['submitted', 'under_review', 'awaiting_second_approval'].includes(deposit.state)) return
        const received = { received_amount: amount, amount_confirmation: amount }
        await operator.post(`/staff/deposits/${id}/approve`, { ...received, version: deposit.version })
      }
    },

    /** Decides a deposit or a withdrawal at its current version. */
    async decide(as: string, kind: 'deposit' | 'withdrawal', id: string, verb: string, body: object = {}) {
      const operator: Browser = await world.operators.as(as)
      const { version } = (await operator.get(`/staff/${kind}s/${id}`))[kind]
      return operator.post(`/staff/${kind}s/${id}/${verb}`, { version, ...body })
    },
  }
  return cast
}
