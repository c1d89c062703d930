import { randomBytes } from 'node:crypto'
import type { TableNow } from '@dhow/contract/tables-now'
import { wait, type SteadyClock } from '@dhow/platform/clock'
import type { Log } from '@dhow/platform/log'
import type { Config } from '../config.ts'
import type { Room, Sockets } from './sockets.ts'
import type { Db, LivenessLock } from '../platform/db.ts'
import { chainKey, openChain, prepareNext, publishedChains, type Chain } from '../rounds/chain.ts'
import { commitChain } from '../rounds/commit-chain.ts'
import type { Wallet } from '../wallet/wallet.ts'
import { awaitLease, dropLease, takeLease } from '../rounds/lease.ts'

/** A shared game: its room of pages, and its rounds once this process is the writer. */
export interface SharedGame {
  slug: string
  path: string
  room: Room
  /** Called once the lease is taken: pages that come from now on wait for the table. */
  prepare(): void
  play(chain: Chain, lease: { name: string; holder: string }, sockets: Sockets): Promise<void>
  isPlaying(): boolean
  /** State of its table; null while another process plays it. */
  now(): TableNow | null
  stop(): Promise<void>
}

export interface WriterParts {
  config: Config
  db: Db
  roundsDb: Db
  clock: SteadyClock
  log: Log
  /** The studio's secret, which encrypts the chains. */
  secret: string
  games: SharedGame[]
  sockets: Sockets
  /** The portal's wallet, to log the chains publicly before their first round. */
  wallet: Pick<Wallet, 'commit'>
  /** Called when this process can no longer write. */
  failed(error: unknown): void
}

const leaseName = 'crash:dhow'
/** How often to check the rest of the chains, to make the next ones in time. */
const lookAheadMs = 10 * 60_000
const yieldToEventLoop = () => new Promise<void>((resolve) => void setImmediate(resolve))

/** Runs all shared games in one process: waits for the lease, renews it, plays the games on their chains. */
export function openWriter(parts: WriterParts) {
  const { config, db, roundsDb, clock, log, secret, games, sockets, failed } = parts
  // This process locks the embedded engine's folder, so an earlier process's lease is void.
  const holder = config.databaseUrl === undefined ? 'embedded' : randomBytes(9).toString('hex')
  const lease = { name: leaseName, holder }
  const key = chainKey(secret)
  const wanted = (game: string) => ({ game, length: config.chainLength, salt: config.chainSalt })
  let sign: LivenessLock | undefined
  let isWriter = false
  let isClosed = false
  const commitParts = { db, clock, log, wallet: parts.wallet, isClosed: () => isClosed }
  const thirdMs = (config.leaseSeconds * 1000) / 3
  const hold = () => takeLease(roundsDb, leaseName, holder, config.leaseSeconds, sign !== undefined)

  async function run(): Promise<void> {
    sign = await db.holdLivenessLock(holder, failed)
    while (!isClosed && !(await hold())) await awaitLease({ db: roundsDb, clock, sign }, leaseName)
    isWriter = true
    if (isClosed) return
    log.info({ holder }, 'this process runs the tables')
    for (const game of games) game.prepare()
    renew().catch(failed)
    // All at once, so that no game waits for another at a takeover.
    await Promise.all(games.map(playGame))
    while (!isClosed) {
      for (const { slug } of games) {
        await prepareNext(db, key, wanted(slug), yieldToEventLoop)
        // Log it long before its first round; if the portal is unreachable, the chain waits for it at its start.
        const [, next] = await publishedChains(db, slug)
        if (next) void commitChain(commitParts, slug, next.id).catch(failed)
      }
      await wait(clock, lookAheadMs)
    }
  }

  async function playGame(game: SharedGame): Promise<void> {
    const chain = await openChain(db, key, wanted(game.slug), yieldToEventLoop)
    await commitChain(commitParts, game.slug, chain.id)
    if (isClosed) return
    await game.play(chain, lease, sockets)
    log.info({ chain: chain.id, endHash: chain.endHash, salt: chain.salt }, 'a table is open')
  }

  async function renew(): Promise<void> {
    while (!isClosed) {
      await wait(clock, thirdMs)
      if (isClosed) return
      let cancel = () => {}
      const late = new Promise<false>((resolve) => (cancel = clock.after(2 * thirdMs, () => resolve(false))))
      const isHeld = await Promise.race([hold(), late])
      cancel()
      // A database that does not answer may give the lease to another process once it expires.
      if (!isHeld && !isClosed) throw new Error('the lease is lost')
    }
  }

  run().catch((error: unknown) => {
    if (!isClosed) failed(error)
  })

  return {
    isWriter: () => isWriter,
    /** Starts no more games and does not renew the lease. */
    stop() {
      isClosed = true
    },
    /** Frees the lease once the games have stopped, and wakes the process that waits for it. */
    async release() {
      await dropLease(db, leaseName, holder).catch((error: unknown) =>
        log.warn({ error: String(error) }, 'the lease could not be released'),
      )
      await sign?.release()
    },
  }
}
