import '../src/features/wallet/tables.ts'
import { CompiledQuery } from 'kysely'
import type { Currency } from '@dhow/contract/money'
import { silentLog } from '@dhow/platform/log'
import { noMetrics } from '@dhow/platform/metrics'
import { checkInvariants, openWallet, walletInvariants, type Line } from '../src/features/wallet/index.ts'
import { afterCommit } from '../src/platform/db/index.ts'
import type { LiveMessage } from '../src/platform/live.ts'
import type { Platform } from '../src/platform/platform.ts'
import { openTestDatabase, type TestEngine } from './engines.ts'
import { fakeClock } from './parts.ts'

export type WalletWorld = Awaited<ReturnType<typeof openWalletWorld>>

/** Only the wallet on a real database; closing it checks the books. */
export async function openWalletWorld(engine?: TestEngine) {
  const log = silentLog
  const clock = fakeClock()
  const { db, url, drop } = await openTestDatabase(log, engine)
  const published = new Map<string, LiveMessage>()
  const live = { publish: (playerId: string, message: LiveMessage) => void published.set(playerId, message) }
  const wallet = openWallet({ db, log, clock, live, metrics: noMetrics } as unknown as Platform)
  let players = 0
  const posting = (
    playerId: string | undefined,
    key: string,
    lines: Line[],
    more: { reference?: string; currency?: Currency } = {},
  ) => ({
    key,
    reason: 'test' as never,
    playerId,
    currency: more.currency ?? ('NAD' as const),
    happenedAt: clock.now(),
    lines,
    reference: more.reference,
  })
  const post = (
    playerId: string | undefined,
    key: string,
    lines: Line[],
    more?: { reference?: string; currency?: Currency },
  ) => db.transaction((tx) => wallet.post(tx, posting(playerId, key, lines, more)))
  return {
    db,
    url,
    clock,
    wallet,
    /** The last message to each player's open tabs. */
    published,
    afterCommit,
    now: () => clock.now(),
    advance: (byMs: number) => clock.advance(byMs),
    post,
    postGrouped: (playerId: string, key: string, lines: Line[]) => wallet.postGrouped(posting(playerId, key, lines)),
    async fundedPlayer(amountMinor: bigint): Promise<string> {
      const playerId = `ply_test_${++players}`
      await db.transaction((tx) => wallet.openPlayer(tx, { playerId, currency: 'NAD', at: clock.now() }))
      if (amountMinor > 0n) {
        const lines: Line[] = [{ debit: { house: 'bank_detail', ref: '1' }, credit: { player: 'cash' }, amountMinor }]
        await post(playerId, `${playerId}:funds`, lines, { reference: `${playerId}:reference` })
      }
      return playerId
    },
    raw: (text: string) => db.kysely.executeQuery(CompiledQuery.raw(text)),
    /** Everything that a refusal must not change. */
    async snapshot() {
      const wallets = await db.kysely.selectFrom('ledger.wallet').selectAll().orderBy('player_id').execute()
      const { postings } = await db.kysely
        .selectFrom('ledger.posting')
        .select((eb) => eb.fn.countAll().as('postings'))
        .executeTakeFirstOrThrow()
      const { transfers } = await db.kysely
        .selectFrom('ledger.transfer')
        .select((eb) => eb.fn.countAll().as('transfers'))
        .executeTakeFirstOrThrow()
      return { wallets, postings, transfers }
    },
    check: () => checkInvariants(db.kysely, walletInvariants),
    async close() {
      const broken = (await checkInvariants(db.kysely, walletInvariants)).filter((result) => result.violations > 0)
      await drop()
      if (broken.length > 0) throw new Error(`the books are broken: ${JSON.stringify(broken)}`)
    },
  }
}
