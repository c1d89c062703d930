import type { Market } from '@dhow/contract/shapes'
import { afterCommit, type Tx } from '../../platform/db/index.ts'
import { every } from '../../platform/every.ts'
import { keysOf } from '@dhow/contract/keys-of'
import type { Platform } from '../../platform/platform.ts'
import { inEnglish } from '../../platform/texts.ts'
import { countriesFault } from './countries.ts'
import { changeSetting, readSettings } from './store.ts'
import { refuseVisit, type Visit } from './gate.ts'
import { publicSettings } from './public-settings.ts'
import { defaultSettings, type Settings } from './settings.ts'

export {
  dayIn,
  maintenanceWaitS,
  marketOfCountry,
  marketOfCurrency,
  markets,
  type Closed,
  type Settings,
} from './settings.ts'

declare module '../../platform/db/tables.ts' {
  interface Tables {
    'portal.setting': { name: string; value: unknown; changed_at: Date }
  }
}

export type Portal = Awaited<ReturnType<typeof openPortal>>

/** The portal as a whole: open or closed, settings, markets, country gate. */
export async function openPortal(platform: Platform) {
  const { db, bus, config, clock, log } = platform
  const defaults = defaultSettings(config.mode)
  const load = () => readSettings(db.kysely, defaults)
  let current = await load()
  const fault = countriesFault(current, config)
  if (fault) log.warn(inEnglish(fault))
  let moneyOutStopped = false
  const reload = async () => void (current = await load())
  const changedElsewhere = () =>
    reload().catch((error: unknown) => log.error({ err: error }, 'changed settings could not be reloaded'))
  bus.subscribe('portal-settings', () => void changedElsewhere(), changedElsewhere)
  // Makes up for a missed bus message.
  const stop = every(platform, 'portal-settings', 15_000, reload)

  async function changeOne<Name extends keyof Settings>(
    tx: Tx,
    name: Name,
    next: (before: Settings[Name]) => Settings[Name],
  ): Promise<Settings[Name]> {
    const { before, after } = await changeSetting(tx, { defaults, at: clock.now() }, name, next)
    afterCommit(tx, () => {
      current = { ...current, [name]: after }
      bus.publish('portal-settings', {})
    })
    return before
  }

  async function changeIfNamed<Name extends keyof Settings>(tx: Tx, name: Name, value: Settings[Name] | undefined) {
    if (value !== undefined) await changeOne(tx, name, () => value)
  }

  /** Real money moves in a market only with a legal basis; the sandbox has nothing of value. */
  const paymentsOpen = (market: Market) =>
    config.mode === 'sandbox' || (market === 'NA' ? config.legal.licenceNA : config.legal.basisIN) !== undefined

  return {
    settings: () => current,
    paymentsOpen,

    /** Whether players may deposit, or request withdrawals, in a market now. */
    depositsOpen: (market: Market) =>
      current.auto_deposit === 1 && paymentsOpen(market) && current.closed.deposits[market] === undefined,
    withdrawalsOpen: (market: Market) =>
      !moneyOutStopped &&
      current.withdrawals.open &&
      paymentsOpen(market) &&
      current.closed.withdrawals[market] === undefined,

    /** Stops payouts while the books are broken: a broken value may be a player's balance. */
    stopMoneyOut: (stopped: boolean) => void (moneyOutStopped = stopped),
    isMoneyOutStopped: () => moneyOutStopped,

    /** Changes settings for every process. */
    change: (change: Partial<Settings>) =>
      db.transaction(async (tx) => {
        for (const name of keysOf(defaults)) await changeIfNamed(tx, name, change[name])
      }),

    /**
     * Changes one setting for every process after the commit; `next` computes the new value from the current one, which
     * is locked. Returns the former value.
     */
    changeOne,

    /** Public information about the portal. */
    publicSettings: () => publicSettings(current, config, paymentsOpen),

    /** Why the country settings have no effect, if so. */
    countriesFault: () => countriesFault(current, config),

    /** Checks a visit before anything else. @throws Refusal `portal_forbidden`, `maintenance`, `country_restricted` */
    gate: async (visit: Visit) => refuseVisit(visit, { settings: current, now: clock.now() }),

    close: stop,
  }
}
