import { bind } from '../../platform/bind.ts'
import { every } from '../../platform/every.ts'
import type { Platform } from '../../platform/platform.ts'
import { createProvider, setProviderEnabled } from './change-provider.ts'
import { countAnswer, pingProvider } from './provider-health.ts'
import type { ProviderRow } from './tables.ts'

const topic = 'game-providers'
const refreshMs = 15_000

export type Providers = Awaited<ReturnType<typeof openProviders>>

/** Providers and their health, in memory because every game call reads them. */
export async function openProviders({ db, clock, bus, log, jobs, config }: Platform) {
  let rows = new Map<string, ProviderRow>()
  let frames: string[] = []
  const load = async () => {
    const found = await db.kysely
      .selectFrom('catalog.game_provider')
      .selectAll()
      .orderBy('position')
      .orderBy('code')
      .execute()
    rows = new Map(found.map((row) => [row.code, row]))
    frames = [...new Set(found.map((row) => row.frame_origin ?? new URL(row.launch_url).origin))]
  }
  await load()
  const changedElsewhere = () =>
    load().catch((error: unknown) => log.error({ err: error }, 'providers could not be loaded'))
  bus.subscribe(topic, () => void changedElsewhere(), changedElsewhere)
  const changed = async () => {
    await load()
    bus.publish(topic, {})
  }
  const pingMs = config.providerPingSeconds * 1_000
  const openedAt = clock.now()
  /**
   * Several servers share the pings, so that a provider is down after a number of pings, whatever the number of
   * servers.
   */
  const isDue = ({ checked_at }: ProviderRow) => clock.now().getTime() - (checked_at ?? openedAt).getTime() > pingMs / 2
  const stops = [
    every({ clock, log, jobs }, 'providers', refreshMs, load),
    every({ clock, log, jobs }, 'provider-pings', pingMs, () =>
      Promise.all([...rows.values()].filter(isDue).map(ping)),
    ),
  ]

  async function ping(provider: ProviderRow) {
    const answered = await pingProvider(provider, config.serviceTimeoutMs)
    if (answered !== undefined) await note(provider.code, answered)
  }

  /** Records the result of a ping or launch. */
  async function note(code: string, answered: boolean) {
    const now = clock.now()
    const before = rows.get(code)
    const downSince = await db.transaction((tx) => countAnswer(tx, code, answered, now))
    const isDown = downSince !== null
    if (isDown === ((before?.down_since ?? null) !== null)) return
    log.warn({ provider: code, isDown }, isDown ? 'a game provider is down' : 'a game provider is up again')
    await changed()
  }

  return {
    load,
    changed,
    note,
    get: (code: string): ProviderRow | undefined => rows.get(code),
    all: (): ProviderRow[] => [...rows.values()],
    isDown: (code: string): boolean => (rows.get(code)?.down_since ?? null) !== null,
    /** Origins of games that may be framed; the same array until it changes. */
    frames: (): string[] => frames,

    ...bind({ clock }, { create: createProvider }),
    setEnabled: setProviderEnabled,

    close: () => Promise.all(stops.map((stop) => stop())),
  }
}
