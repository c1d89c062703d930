import { every } from '../../platform/every.ts'
import type { Tx } from '../../platform/db/index.ts'
import type { Platform } from '../../platform/platform.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { ProviderRow } from './tables.ts'

const topic = 'game-providers'
const refreshMs = 15_000
/** So many pings or launches in a row that failed make a provider count as down. */
const failuresAtMost = 3

export type Providers = Awaited<ReturnType<typeof openProviders>>

/** The providers as they stand, in memory because every call of one asks, and whether each of them answers. */
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
  bus.subscribe(
    topic,
    () => void load().catch((error: unknown) => log.error({ err: error }, 'providers were not read')),
  )
  const changed = async () => {
    await load()
    bus.publish(topic, {})
  }
  const pingMs = config.providerPingSeconds * 1_000
  const openedAt = clock.now()
  /** Several servers share the pings: a provider is down after so many of them, and not after so many servers. */
  const isDue = ({ checked_at }: ProviderRow) => clock.now().getTime() - (checked_at ?? openedAt).getTime() > pingMs / 2
  const stops = [
    every({ clock, log, jobs }, 'providers', refreshMs, load),
    every({ clock, log, jobs }, 'provider-pings', pingMs, () =>
      Promise.all([...rows.values()].filter(isDue).map(ping)),
    ),
  ]

  async function ping(provider: ProviderRow) {
    if (provider.ping_url === null || !provider.enabled) return
    const answered = await fetch(provider.ping_url, {
      signal: AbortSignal.timeout(config.serviceTimeoutMs),
      redirect: 'error',
    }).then(
      (answer) => answer.status < 500,
      () => false,
    )
    await note(provider.code, answered)
  }

  /** Result of a ping or a launch. */
  async function note(code: string, answered: boolean) {
    const now = clock.now()
    const before = rows.get(code)
    const changes = await db.transaction((tx) =>
      tx
        .updateTable('catalog.game_provider')
        .set((eb) =>
          answered
            ? { failures: 0, down_since: null, checked_at: now }
            : {
                failures: eb('failures', '+', 1),
                checked_at: now,
                down_since: eb
                  .case()
                  .when('failures', '>=', failuresAtMost - 1)
                  .then(eb.fn.coalesce('down_since', eb.val(now)))
                  .else(eb.ref('down_since'))
                  .end(),
              },
        )
        .where('code', '=', code)
        .returning('down_since')
        .executeTakeFirst(),
    )
    const isDown = (changes?.down_since ?? null) !== null
    if (isDown === ((before?.down_since ?? null) !== null)) return
    log.warn({ provider: code, isDown }, isDown ? 'a game provider is down' : 'a game provider answers again')
    await changed()
  }

  return {
    load,
    changed,
    note,
    get: (code: string): ProviderRow | undefined => rows.get(code),
    all: (): ProviderRow[] => [...rows.values()],
    isDown: (code: string): boolean => (rows.get(code)?.down_since ?? null) !== null,
    /** The origins that games may be framed from; the same list as long as it has not changed. */
    frames: (): string[] => frames,

    /** @throws Refusal `provider_exists` */
    async create(
      tx: Tx,
      provider: Pick<
        ProviderRow,
        'code' | 'name' | 'adapter' | 'launch_url' | 'feed_url' | 'ping_url' | 'client_id' | 'frame_origin'
      >,
    ) {
      const made = await tx
        .insertInto('catalog.game_provider')
        .values({
          ...provider,
          proof_url: null,
          logo: null,
          enabled: true,
          feed_next_at: provider.feed_url === null ? null : clock.now(),
          checked_at: null,
          down_since: null,
        })
        .onConflict((conflict) => conflict.doNothing())
        .returning('code')
        .executeTakeFirst()
      if (!made) throw new Refusal('provider_exists')
    },

    /** @throws Refusal `not_found` */
    async setEnabled(tx: Tx, code: string, enabled: boolean): Promise<ProviderRow> {
      const before = await tx
        .selectFrom('catalog.game_provider')
        .selectAll()
        .where('code', '=', code)
        .forUpdate()
        .executeTakeFirst()
      if (!before) throw new Refusal('not_found')
      await tx.updateTable('catalog.game_provider').set({ enabled }).where('code', '=', code).execute()
      return before
    },

    close: () => Promise.all(stops.map((stop) => stop())),
  }
}
