import type { LiveTable } from '@dhow/contract/lobby'
import { tablesNow } from '@dhow/contract/tables-now'
import type { Platform } from '../../platform/platform.ts'
import { listed } from './listed-games.ts'
import type { Providers } from './providers.ts'
import type { ProviderRow } from './tables.ts'

/** Maximum age of the results that a page is rendered with. */
const knownMs = 60_000
/** Limits the calls to each provider, however many visitors there are. */
const keptMs = 1_000

/** State of the providers' shared tables; a provider that does not answer has none. */
export function openLiveTables({ db, clock, config, log }: Platform, providers: Providers) {
  let kept: { atMs: number; tables: Promise<LiveTable[]> } | undefined
  let known: { atMs: number; tables: LiveTable[] } | undefined

  async function read(): Promise<LiveTable[]> {
    const asked = providers.all().filter((row) => row.enabled && row.tables_url !== null && row.down_since === null)
    return (await Promise.all(asked.map(readProvider))).flat()
  }

  async function readProvider({ code, tables_url }: ProviderRow): Promise<LiveTable[]> {
    if (tables_url === null) return []
    try {
      const answer = await fetch(tables_url, {
        redirect: 'error',
        signal: AbortSignal.timeout(config.serviceTimeoutMs),
      })
      const { now, tables } = tablesNow.parse(await answer.json())
      const rows = await listed(db.kysely)
        .select(['catalog.game.slug', 'catalog.game.code'])
        .where('provider.code', '=', code)
        .where('catalog.game.code', 'in', ['', ...tables.map((table) => table.game)])
        .execute()
      const slugs = new Map(rows.map((row) => [row.code, row.slug]))
      return tables.flatMap(({ game, closes, last, players }) => {
        const slug = slugs.get(game)
        return slug === undefined
          ? []
          : [{ slug, closes_in_ms: closes === null ? null : Math.max(0, closes - now), last, players }]
      })
    } catch (error) {
      log.debug({ err: error, provider: code }, 'a provider did not return the state of its tables')
      return []
    }
  }

  async function ask(): Promise<LiveTable[]> {
    const atMs = clock.monotonicMs()
    const tables = await read()
    known = { atMs, tables }
    return tables
  }

  /** Tables, at most a second old. */
  async function now(): Promise<LiveTable[]> {
    const nowMs = clock.monotonicMs()
    if (!kept || nowMs - kept.atMs >= keptMs) kept = { atMs: nowMs, tables: ask() }
    const { atMs, tables } = kept
    const ageMs = nowMs - atMs
    return (await tables).map((table) => ({
      ...table,
      closes_in_ms: table.closes_in_ms === null ? null : Math.max(0, table.closes_in_ms - ageMs),
    }))
  }

  return {
    now,
    /** Last results for a page that is rendered without waiting: no countdowns, and none older than a minute. */
    lastKnown(): LiveTable[] {
      void now()
      if (!known || clock.monotonicMs() - known.atMs > knownMs) return []
      return known.tables.map((table) => ({ ...table, closes_in_ms: null }))
    },
  }
}
