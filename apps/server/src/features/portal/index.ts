import { textOf } from '@dhow/contract/player-texts'
import type { PortalSettings } from '@dhow/contract/portal'
import type { Access } from '@dhow/contract/operation'
import type { Market } from '@dhow/contract/shapes'
import { afterCommit, type Tx } from '../../platform/db/index.ts'
import { every } from '../../platform/every.ts'
import type { Platform } from '../../platform/platform.ts'
import { Refusal } from '../../platform/refusal.ts'
import { defaultSettings, maintenanceWaitS, markets, mergeSettings, type Settings } from './settings.ts'

export { maintenanceWaitS, marketOfCurrency, markets, type Closed, type Settings } from './settings.ts'

declare module '../../platform/db/tables.ts' {
  interface Tables {
    'portal.setting': { name: string; value: unknown; changed_at: Date }
  }
}

export type Portal = Awaited<ReturnType<typeof openPortal>>

/** The portal as a whole: open or forbidden, its settings, its markets, its country gate. */
export async function openPortal(platform: Platform) {
  const { db, bus, config, clock, log } = platform
  const defaults = defaultSettings(config.mode)
  let current = await load()
  let moneyOutStopped = false
  const reload = async () => void (current = await load())
  bus.subscribe('portal-settings', () => {
    reload().catch((error: unknown) => log.error({ err: error }, 'the changed settings could not be read'))
  })
  // The bus only nudges: a switch that was thrown while it was silent is found here.
  const stop = every(platform, 'portal-settings', 15_000, reload)

  async function load(): Promise<Settings> {
    const rows = await db.kysely.selectFrom('portal.setting').select(['name', 'value']).execute()
    return mergeSettings(defaults, Object.fromEntries(rows.map((row) => [row.name, row.value])))
  }

  async function changeOne<Name extends keyof Settings>(
    tx: Tx,
    name: Name,
    next: (before: Settings[Name]) => Settings[Name],
  ): Promise<Settings[Name]> {
    await tx
      .insertInto('portal.setting')
      .values({ name, value: JSON.stringify(defaults[name]), changed_at: clock.now() })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute()
    const row = await tx
      .selectFrom('portal.setting')
      .select('value')
      .where('name', '=', name)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const before = mergeSettings(defaults, { [name]: row.value })[name]
    const after = next(before)
    await tx
      .updateTable('portal.setting')
      .set({ value: JSON.stringify(after), changed_at: clock.now() })
      .where('name', '=', name)
      .execute()
    afterCommit(tx, () => {
      current = { ...current, [name]: after }
      bus.publish('portal-settings', {})
    })
    return before
  }

  /** Real money moves in a market only on a named legal basis; in the sandbox nothing is of value. */
  const paymentsOpen = (market: Market) =>
    config.mode === 'sandbox' || (market === 'NA' ? config.legal.licenceNA : config.legal.basisIN) !== undefined

  return {
    settings: () => current,
    paymentsOpen,

    /** Whether players may pay in, or ask to be paid out, in a market now. */
    depositsOpen: (market: Market) =>
      current.auto_deposit === 1 && paymentsOpen(market) && current.closed.deposits[market] === undefined,
    withdrawalsOpen: (market: Market) =>
      !moneyOutStopped &&
      current.withdrawals.open &&
      paymentsOpen(market) &&
      current.closed.withdrawals[market] === undefined,

    /** While the books are broken no money goes out: what is broken may be somebody's balance. */
    stopMoneyOut: (stopped: boolean) => void (moneyOutStopped = stopped),
    isMoneyOutStopped: () => moneyOutStopped,

    /** Changes settings for every process. */
    change: (change: Partial<Settings>) =>
      db.transaction(async (tx) => {
        for (const name of Object.keys(change) as (keyof Settings)[]) await changeOne(tx, name, () => change[name]!)
      }),

    /**
     * Changes one setting for every process once the transaction stands; `next` makes the new value from what stands there, which nobody
     * else changes meanwhile. Answers what stood there before.
     */
    changeOne,

    /** Public information about the portal. */
    publicSettings(): PortalSettings {
      const { names, support, social, auto_deposit, welcome } = current
      return {
        portal_name: names.portal,
        operator_name: names.operator,
        licence: names.licence ?? config.legal.licenceNA ?? null,
        mode: config.mode,
        auto_deposit,
        support,
        social,
        welcome,
        markets: (['NA', 'IN'] as const).map((market) => {
          const { name, currency, symbol, calling_code, mobile_example } = markets[market]
          return { market, name, currency, symbol, calling_code, mobile_example, payments_open: paymentsOpen(market) }
        }),
      }
    },

    /**
     * The door's first question: is the portal open, and is the visitor's country?
     * @throws Refusal `portal_forbidden`, `maintenance`, `country_restricted`
     */
    async gate({ country, access }: { country: string | undefined; path: string; access: Access }) {
      // Providers settle what players have staked, whoever may not come in now.
      if (access === 'provider') return
      if (!current.portal.open) {
        const { message, closed_for, until } = current.portal
        const text = message === null ? undefined : textOf('text', { text: message })
        if (closed_for === 'maintenance')
          throw new Refusal('maintenance', {
            text,
            data: {
              until: until ?? null,
              retry_after_s: maintenanceWaitS(current.portal, clock.now()),
            },
          })
        throw new Refusal('portal_forbidden', { text })
      }
      const { restricted, unknown } = current.countries
      if (
        country === undefined
          ? unknown === 'restrict' && config.countryHeader !== undefined
          : restricted.includes(country)
      ) {
        throw new Refusal('country_restricted')
      }
    },

    close: stop,
  }
}
