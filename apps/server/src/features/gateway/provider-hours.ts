import type { Currency } from '@dhow/contract/money'
import { every } from '../../platform/every.ts'
import type { Platform } from '../../platform/platform.ts'
import type { GameTransaction } from './game-transaction.ts'
import { added, addTo, none, type ProviderHour } from './provider-hour.ts'
import { forgetHours, saveHour, sumOtherProcesses } from './provider-hour-store.ts'
import { getWinMinor } from './win-minor.ts'
import { required } from '../../platform/required.ts'

const hourMs = 3_600_000
const shareMs = 1_000
const keepHours = 24 * 90

/**
 * Sums each provider's clock hour in memory and shares it with the other processes once a second. A process knows its
 * own bets at once and those of others a second later; a crash loses at most its last second. So a ceiling can be
 * exceeded by at most a second's wins, each below its own ceiling.
 */
export async function openProviderHours({ db, clock, log, jobs, id }: Platform) {
  const process = id('prc')
  const own = new Map<string, ProviderHour>()
  /** Keys of `own` changed since they were shared. */
  const dirty = new Map<string, { provider: string; currency: Currency }>()
  let others = new Map<string, ProviderHour>()
  let hour = hourOf(clock.now())

  const keyOf = (provider: string, currency: string) => `${provider} ${currency}`
  /** A new hour starts empty; the last one was shared at most a second ago. */
  function turn() {
    const now = hourOf(clock.now())
    if (now === hour) return
    hour = now
    own.clear()
    dirty.clear()
    others = new Map()
  }

  async function share() {
    turn()
    const at = new Date(hour)
    const changed = [...dirty]
    dirty.clear()
    for (const [key, { provider, currency }] of changed) {
      const counted = required(own.get(key), `the hour of ${key}`)
      await saveHour(db.kysely, { provider, currency, at, process }, counted).catch((error: unknown) => {
        dirty.set(key, { provider, currency })
        throw error
      })
    }
    const rows = await sumOtherProcesses(db.kysely, { at, process })
    others = new Map(rows.map((row) => [keyOf(row.provider, row.currency), row.hour]))
  }

  function sums(provider: string, currency: string): ProviderHour {
    turn()
    const key = keyOf(provider, currency)
    return added(own.get(key) ?? none(), others.get(key) ?? none())
  }
  await share()
  const stop = every({ clock, log, jobs }, 'provider-hours', shareMs, share)
  const stopForgetting = every({ clock, log, jobs }, 'forget-provider-hours', hourMs, () =>
    forgetHours(db.kysely, new Date(clock.now().getTime() - keepHours * hourMs)),
  )

  return {
    /** Counts a call that moved money; held wins do not count. */
    count(transaction: GameTransaction, heldMinor = 0n) {
      const win = getWinMinor(transaction) - heldMinor
      const stake = transaction.kind === 'bet' || transaction.kind === 'betwin' ? transaction.amountMinor : 0n
      if (win <= 0n && stake === 0n) return
      turn()
      const { providerCode: provider, currency } = transaction.session
      const key = keyOf(provider, currency)
      const counted = own.get(key) ?? none()
      own.set(key, counted)
      dirty.set(key, { provider, currency })
      addTo(counted, stake, win)
    },

    /** Wins minus stakes of the current hour, in minor units. */
    netMinor(provider: string, currency: string): bigint {
      const { stakedMinor, wonMinor } = sums(provider, currency)
      return wonMinor - stakedMinor
    },

    /** The current hour over all processes. */
    sums,

    share,

    async close() {
      await stop()
      await stopForgetting()
      await share().catch((error: unknown) => log.warn({ err: error }, 'the last sums of an hour could not be stored'))
    },
  }
}

const hourOf = (at: Date): number => Math.floor(at.getTime() / hourMs) * hourMs
