import type { Tx } from '../../platform/db/index.ts'
import type { ProviderRow } from './tables.ts'

/** Consecutive failed pings or launches after which a provider counts as down. */
const maxFailures = 3

/** Whether a provider answers without a server error within `timeoutMs`; undefined if it has no ping address. */
export async function pingProvider(provider: ProviderRow, timeoutMs: number): Promise<boolean | undefined> {
  if (provider.ping_url === null || !provider.enabled) return undefined
  return fetch(provider.ping_url, {
    signal: AbortSignal.timeout(timeoutMs),
    redirect: 'error',
  }).then(
    (answer) => answer.status < 500,
    () => false,
  )
}

/** Counts the result of a ping or launch. Returns since when the provider is down; null if it is not. */
export async function countAnswer(tx: Tx, code: string, answered: boolean, now: Date): Promise<Date | null> {
  const changes = await tx
    .updateTable('catalog.game_provider')
    .set((eb) =>
      answered
        ? { failures: 0, down_since: null, checked_at: now }
        : {
            failures: eb('failures', '+', 1),
            checked_at: now,
            down_since: eb
              .case()
              .when('failures', '>=', maxFailures - 1)
              .then(eb.fn.coalesce('down_since', eb.val(now)))
              .else(eb.ref('down_since'))
              .end(),
          },
    )
    .where('code', '=', code)
    .returning('down_since')
    .executeTakeFirst()
  return changes?.down_since ?? null
}
