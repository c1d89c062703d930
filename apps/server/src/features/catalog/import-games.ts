import { every } from '../../platform/every.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Providers } from './providers.ts'
import type { ImportParts, SignFeed } from './parts.ts'
import type { ImportRow } from './tables.ts'
import { startImport, importNow } from './run-import.ts'
import { bind } from '../../platform/bind.ts'

const firstMs = 1_500

const eachMs = 10_000

/**
 * Imports the providers' games into the catalogue. An import may run any number of times: it adds new games, updates
 * changed ones, hides those no longer listed, and keeps the operator's own settings.
 */
export function openImports(platform: Platform, providers: Providers, sign: SignFeed) {
  const { clock, log, jobs } = platform
  const running = new Map<string, Promise<ImportRow>>()
  const parts: ImportParts = { platform, providers, sign, running }
  let first: Promise<unknown> = Promise.resolve()
  // Soon after the start, when a sandbox's providers have started too; later when due.
  const cancelFirst = clock.after(firstMs, () => {
    first = runDueImports(parts).catch((error: unknown) =>
      log.error({ err: error }, 'the first import of games failed'),
    )
  })
  const stop = every({ clock, log, jobs }, 'game-feeds', eachMs, () => runDueImports(parts))
  return {
    ...bind(parts, { runDue: runDueImports, now: importNow }),
    async close() {
      cancelFirst()
      await stop()
      await first
      await Promise.all(running.values())
    },
  }
}

/** Runs due imports; of several servers one claims each. */
async function runDueImports(parts: ImportParts) {
  const {
    providers,
    platform: { clock, db },
    running,
  } = parts
  for (const { code } of providers.all().filter((row) => row.enabled && row.feed_url !== null)) {
    const now = clock.now()
    const taken = await db.transaction((tx) =>
      tx
        .updateTable('catalog.game_provider')
        .set({ feed_next_at: new Date(now.getTime() + eachMs) })
        .where('code', '=', code)
        .where('feed_next_at', '<=', now)
        .returningAll()
        .executeTakeFirst(),
    )
    if (taken && !running.has(code)) await startImport(parts, taken, null)
  }
}
