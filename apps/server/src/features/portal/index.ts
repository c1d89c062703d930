import type { PortalSettings } from '@dhow/contract/portal'
import type { Access } from '@dhow/contract/operation'
import type { Market } from '@dhow/contract/shapes'
import type { Platform } from '../../platform/platform.ts'
import { Refusal } from '../../platform/refusal.ts'
import { defaultSettings, markets, type Settings } from './settings.ts'

export { markets, type Settings } from './settings.ts'

declare module '../../platform/db/tables.ts' {
  interface Tables {
    portal_setting: { name: string; value: unknown; changed_at: Date }
  }
}

export type Portal = Awaited<ReturnType<typeof openPortal>>

/** The portal as a whole: open or forbidden, its settings, its markets, its country gate. */
export async function openPortal(platform: Platform) {
  const { db, bus, config, clock, log } = platform
  const defaults = defaultSettings(config.mode)
  let current = await load()
  bus.subscribe('portal-settings', () => {
    load().then(
      (settings) => (current = settings),
      (error: unknown) => log.error({ err: error }, 'the changed settings could not be read'),
    )
  })

  async function load(): Promise<Settings> {
    const rows = await db.kysely.selectFrom('portal_setting').select(['name', 'value']).execute()
    return { ...defaults, ...(Object.fromEntries(rows.map((row) => [row.name, row.value])) as Partial<Settings>) }
  }

  /** Real money moves in a market only on a named legal basis; in the sandbox nothing is of value. */
  const paymentsOpen = (market: Market) =>
    config.mode === 'sandbox' || (market === 'NA' ? config.legal.licenceNA : config.legal.basisIN) !== undefined

  return {
    settings: () => current,
    paymentsOpen,

    /** Changes settings for every process. */
    async change(change: Partial<Settings>) {
      for (const [name, value] of Object.entries(change)) {
        await db.kysely
          .insertInto('portal_setting')
          .values({ name, value: JSON.stringify(value), changed_at: clock.now() })
          .onConflict((conflict) =>
            conflict.column('name').doUpdateSet({ value: JSON.stringify(value), changed_at: clock.now() }),
          )
          .execute()
      }
      current = await load()
      bus.publish('portal-settings', {})
    },

    /** What the portal says of itself to everybody. */
    publicSettings(): PortalSettings {
      const { names, support, social, auto_deposit } = current
      return {
        portal_name: names.portal,
        operator_name: names.operator,
        licence: config.legal.licenceNA ?? null,
        mode: config.mode,
        auto_deposit,
        support,
        social,
        markets: (['NA', 'IN'] as const).map((market) => {
          const { name, currency, symbol, calling_code, mobile_example } = markets[market]
          return { market, name, currency, symbol, calling_code, mobile_example, payments_open: paymentsOpen(market) }
        }),
      }
    },

    /**
     * The door's first question: is the portal open, and is the visitor's country?
     * @throws Refusal `portal_forbidden`, `country_restricted`
     */
    async gate({ country, access }: { country: string | undefined; path: string; access: Access }) {
      // Providers settle what players have staked, whoever may not come in now.
      if (access === 'provider') return
      if (!current.portal.open) {
        throw new Refusal(
          'portal_forbidden',
          current.portal.message === null ? {} : { data: { sentence: current.portal.message } },
        )
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
  }
}
