import { wait, type Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db.ts'
import type { Log } from '../platform/log.ts'
import type { Wallet, WalletAnswer } from '../wallet/wallet.ts'
import type { Chain } from './chain.ts'
import { openSettler } from './settler.ts'
import { assertLease, betsOfRound, dueBets, findBet, mergeChanges, newestRound, saveChange } from './store.ts'
import * as table from './table.ts'
import type { Bet, Change, Round, Table, TableRules } from './table.ts'

/** The crash table at work: the one writer that plays rounds, writes each step down, and only then tells of it. */
export interface CrashTable {
  placeBet(bet: NewBet): Promise<'ok' | table.BetRefusal>
  cashOut(id: string, player: string): Promise<'ok' | table.CashOutRefusal>
  takeBack(id: string, player: string): Promise<'ok' | 'bet_unknown' | 'too_late'>
  /** The player's bets of this round, and those of rounds before whose end the wallet has not confirmed. */
  betsOf(player: string): Bet[]
  round(): Round
  stop(): Promise<void>
}

export type NewBet = Omit<Bet, 'round' | 'seq' | 'state' | 'cashedAt' | 'payout' | 'code'>

export interface TableParts {
  db: Db
  clock: Clock
  log: Log
  chain: Chain
  rules: TableRules
  lease: { name: string; holder: string }
  game: string
  walletOf(bet: Pick<Bet, 'demo'>): Wallet
  /** Called after a step is durable, in order. */
  roundChanged(round: Round, before: table.Phase | null): void
  betsChanged(bets: Bet[]): void
  balanceKnown(player: string, balance: bigint): void
  /** The table cannot go on: lost lease, lost database. */
  failed(error: unknown): void
}

const janitorMs = 15_000
/** A stake is asked for again while there is time; after that it is rolled back. */
const repeatMs = 250

export async function runTable(parts: TableParts): Promise<CrashTable> {
  const { db, clock, log, chain, rules, lease, game, walletOf } = parts
  let current: Table
  let byPlayer = new Map<string, Set<string>>()
  /** The round's bets as they are written down; what players are shown never runs ahead of it. */
  let durable = new Map<string, Bet>()
  let toldPhase: table.Phase | null = null
  let isStopped = false
  let cancelWake = (): void => undefined
  let wakeAtMs = Infinity
  let cancelJanitor = (): void => undefined
  const queue: { change: Change; done: () => void; gone: (error: unknown) => void }[] = []
  let isWriting = false

  /** Bets whose stake is being asked for right now; the janitor leaves them alone. */
  const asking = new Set<string>()
  const calls = new Map<string, { open: number; isMixed: boolean }>()
  const settler = openSettler({
    walletOf,
    clock,
    log,
    game,
    call: (bet, run) => tracked(bet, run),
    ended: (bet, state, code) => void write(table.settled(current, bet, state, code)),
  })

  /** Writes a step with whatever else waits, in one transaction; resolves when it is durable and told of. */
  function write(change: Change): Promise<void> {
    if (!change.round && change.born.length === 0 && change.bets.length === 0) return Promise.resolve()
    const written = isStopped
      ? Promise.reject<void>(new Error('the table has stopped'))
      : new Promise<void>((done, gone) => queue.push({ change, done, gone }))
    // Whoever does not wait for the step still learns of the failure through `failed`.
    written.catch(() => undefined)
    if (!isWriting && queue.length > 0) void flush()
    return written
  }

  async function flush(): Promise<void> {
    isWriting = true
    while (queue.length > 0) {
      const steps = queue.splice(0)
      try {
        const merged = mergeChanges(steps.map((step) => step.change))
        const known = await db.transaction(async (tx) => {
          await assertLease(tx, lease.name, lease.holder)
          return saveChange(tx, merged)
        })
        for (const step of steps) {
          after(step.change, known)
          step.done()
        }
      } catch (error) {
        for (const step of [...steps, ...queue.splice(0)]) step.gone(error)
        fail(error)
      }
    }
    isWriting = false
  }

  function after(change: Change, known: string[]): void {
    for (const bet of change.born) {
      if (known.includes(bet.id)) {
        current.bets.delete(bet.id)
        byPlayer.get(bet.player)?.delete(bet.id)
      } else {
        void askStake(bet)
      }
    }
    for (const bet of change.bets) {
      if (bet.state === 'rolling' || bet.state === 'cashed' || bet.state === 'lost') settler.push(bet)
    }
    const seen = [...change.born, ...change.bets].filter((bet) => !known.includes(bet.id))
    for (const bet of seen) if (bet.round === current.round.id) durable.set(bet.id, bet)
    if (seen.length > 0) parts.betsChanged(seen)
    // After the bets: who was cashed out by the last moment of a flight is told of before its gust.
    if (change.round) {
      parts.roundChanged(change.round, toldPhase)
      toldPhase = change.round.phase
    }
  }

  async function askStake(bet: Bet): Promise<void> {
    const { takeoffMs } = current.round
    asking.add(bet.id)
    const ask = () =>
      walletOf(bet).bet({
        session: bet.walletSession,
        txId: bet.id,
        roundId: bet.round,
        game,
        amount: bet.stake,
        currency: bet.currency,
      })
    let answer = await tracked(bet, ask)
    while (!answer.isDecided && clock.nowMs() + repeatMs < takeoffMs && !isStopped) {
      await wait(clock, repeatMs)
      answer = await tracked(bet, ask)
    }
    if (isStopped) return
    const decided = answer.isDecided ? { taken: answer.code === 'ok', code: answer.code } : 'unknown'
    await write(table.answered(current, bet, decided, clock.nowMs())).catch(ignore)
    asking.delete(bet.id)
  }

  /** Balances of calls that overlapped came in no certain order, so the wallet is asked once more. */
  async function tracked(bet: Bet, run: () => Promise<WalletAnswer>): Promise<WalletAnswer> {
    const open = calls.get(bet.player) ?? { open: 0, isMixed: false }
    calls.set(bet.player, open)
    if (++open.open > 1) open.isMixed = true
    const answer = await run()
    if (--open.open === 0) calls.delete(bet.player)
    if (open.open > 0 || isStopped) return answer
    const told = open.isMixed ? await walletOf(bet).balance(bet.walletSession) : answer
    if (told.isDecided && told.balance !== null) parts.balanceKnown(bet.player, told.balance)
    return answer
  }

  function wake(): void {
    const atMs = table.nextWakeMs(current)
    if (atMs === null || isStopped || (atMs === wakeAtMs && atMs > clock.nowMs())) return
    cancelWake()
    wakeAtMs = atMs
    cancelWake = clock.after(atMs - clock.nowMs(), () => {
      wakeAtMs = Infinity
      step()
    })
  }

  /** Brings the table to the present before anything else is decided. */
  function step(): void {
    if (isStopped) return
    const change = table.advance(current, clock.nowMs())
    const written = write(change)
    if (change.round?.phase === 'over') void written.then(() => pauseThenOpen(), ignore)
    else wake()
  }

  function pauseThenOpen(): void {
    cancelWake()
    cancelWake = clock.after(rules.pauseMs, () => void openNext().catch(fail))
  }

  async function openNext(): Promise<void> {
    if (isStopped) return
    const number = current.round.number + 1
    if (number > chain.length) throw new Error(`the chain ${chain.id} is played to its start`)
    await startRound(number)
  }

  async function startRound(number: number): Promise<void> {
    const { hash, crash } = chain.roundAt(number)
    current = table.openRound(
      rules,
      { id: `${chain.id}-${number}`, chain: chain.id, number, hash, crash },
      clock.nowMs(),
    )
    byPlayer = new Map()
    durable = new Map()
    toldPhase = null
    await write({ ...table.nothing(), round: current.round })
    wake()
  }

  async function tidy(): Promise<void> {
    for (const bet of await dueBets(db, current.round.id, 5000)) {
      // An intent of a round before was left by a crash: its stake may or may not be taken, so it goes back.
      if (asking.has(bet.id)) continue
      if (bet.state === 'intent') await write(table.answered(current, bet, 'unknown', clock.nowMs()))
      else settler.push(bet)
    }
  }

  function janitor(): void {
    cancelJanitor = clock.after(janitorMs, () => {
      void tidy()
        .catch((error: unknown) => log.error({ error: String(error) }, 'the janitor failed'))
        .finally(() => {
          if (!isStopped) janitor()
        })
    })
  }

  function fail(error: unknown): void {
    if (isStopped) return
    isStopped = true
    cancelWake()
    cancelJanitor()
    settler.stop()
    parts.failed(error)
  }

  const newest = await newestRound(db, chain.id)
  if (newest && (newest.phase === 'betting' || newest.phase === 'flight')) {
    const round: Round = { ...newest, ...chain.roundAt(newest.number) }
    const found = table.recover(rules, round, await betsOfRound(db, round.id), clock.nowMs())
    log.info({ round: round.id, phase: round.phase, bets: found.change.bets.length }, 'an open round was found')
    current = found.table
    for (const bet of current.bets.values()) noteOwner(bet)
    durable = new Map(current.bets)
    await write(found.change)
    // What goes on as it was is told of too: the feed of this process has not heard of it.
    if (!found.change.round) {
      parts.roundChanged(current.round, null)
      toldPhase = current.round.phase
      parts.betsChanged([...current.bets.values()])
      wake()
    } else {
      await openNext()
    }
  } else {
    await startRound((newest?.number ?? 0) + 1)
  }
  await tidy()
  janitor()

  function noteOwner(bet: Bet): void {
    const own = byPlayer.get(bet.player)
    if (own) own.add(bet.id)
    else byPlayer.set(bet.player, new Set([bet.id]))
  }

  return {
    async placeBet(bet) {
      step()
      const change = table.intend(current, bet, clock.nowMs())
      if (typeof change === 'string') return (await findBet(db, bet.id)) ? 'ok' : change
      for (const born of change.born) noteOwner(born)
      await write(change)
      return 'ok'
    },
    async cashOut(id, player) {
      step()
      const change = table.cashOut(current, id, player, clock.nowMs())
      if (typeof change === 'string') return change
      await write(change)
      return 'ok'
    },
    async takeBack(id, player) {
      step()
      const change = table.takeBack(current, id, player, clock.nowMs())
      if (typeof change === 'string') return change
      await write(change)
      return 'ok'
    },
    betsOf(player) {
      const own = [...(byPlayer.get(player) ?? [])].flatMap((id) => durable.get(id) ?? [])
      for (const bet of settler.pending()) {
        if (bet.player === player && !current.bets.has(bet.id)) own.push(bet)
      }
      return own
    },
    round: () => current.round,
    async stop() {
      isStopped = true
      cancelWake()
      cancelJanitor()
      settler.stop()
      while (isWriting) await new Promise<void>((resolve) => void clock.after(5, resolve))
    },
  }
}

const ignore = (): void => undefined
