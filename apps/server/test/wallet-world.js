import { CompiledQuery } from 'kysely'
import { pino } from 'pino'
import { checkInvariants, openWallet, walletInvariants } from '../src/features/wallet/index.js'
import { afterCommit } from '../src/platform/db/index.js'
import { openTestDatabase } from './engines.js'
import { fakeClock } from './parts.js'
/** The wallet alone on a real database; closing it checks the books. */
export async function openWalletWorld() {
  const log = pino({ level: 'silent' })
  const clock = fakeClock()
  const { db, url, drop } = await openTestDatabase(log)
  const wallet = openWallet({ db, log, clock })
  let players = 0
  const posting = (playerId, key, lines, more = {}) => ({
    key,
    reason: 'test',
    playerId,
    currency: more.currency ?? 'NAD',
    happenedAt: clock.now(),
    lines,
    reference: more.reference,
  })
  const post = (playerId, key, lines, more) =>
    db.transaction((tx) => wallet.post(tx, posting(playerId, key, lines, more)))
  return {
    db,
    url,
    wallet,
    afterCommit,
    now: () => clock.now(),
    advance: (byMs) => clock.advance(byMs),
    post,
    postGrouped: (playerId, key, lines) => wallet.postGrouped(posting(playerId, key, lines)),
    async fundedPlayer(amountMinor) {
      const playerId = `ply_test_${++players}`
      await db.transaction((tx) => wallet.openPlayer(tx, { playerId, currency: 'NAD', at: clock.now() }))
      if (amountMinor > 0n) {
        const lines = [{ debit: { house: 'bank_detail', ref: '1' }, credit: { player: 'cash' }, amountMinor }]
        await post(playerId, `${playerId}:funds`, lines, { reference: `${playerId}:reference` })
      }
      return playerId
    },
    raw: (text) => db.kysely.executeQuery(CompiledQuery.raw(text)),
    /** Everything that a refusal must leave alone. */
    async snapshot() {
      const wallets = await db.kysely.selectFrom('ledger_wallet').selectAll().orderBy('player_id').execute()
      const { postings } = await db.kysely
        .selectFrom('ledger_posting')
        .select((eb) => eb.fn.countAll().as('postings'))
        .executeTakeFirstOrThrow()
      const { transfers } = await db.kysely
        .selectFrom('ledger_transfer')
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
//# sourceMappingURL=wallet-world.js.map
