import { wait, type Clock } from '../platform/clock.ts'
import type { Db, Tx } from '../platform/db.ts'
import type { Log } from '../platform/log.ts'
import type { Wallet } from '../wallet/wallet.ts'
import {
  endBet,
  isDue,
  loseBet,
  mergeChanges,
  nothing,
  type Change,
  type SharedBet,
  type SharedRound,
  type SharedTable,
  type StakeAnswer,
} from './change.ts'
import { assertLease } from './lease.ts'
import { openSettler } from './settler.ts'
import { trackBalances } from './track-balances.ts'

/** A shared game at work: the one writer that plays rounds, writes each step down, and only then publishes it. */
export interface Rounds<Round, Bet, Table> {
  /**
   * Brings the table to the present and then decides; resolves when the step is durable. A command that is refused now, and whose
   * bet `id` was written down before, was done before.
   */
  apply<Refusal extends string>(
    decide: (table: Table, nowMs: number) => Change<Round, Bet> | Refusal,
    id?: string,
  ): Promise<'ok' | Refusal>
  /** The player's bets of this round, and those of rounds before whose end the wallet has not confirmed. */
  betsOf(player: string): Bet[]
  round(): Round
  stop(): Promise<void>
}

/** The game's own part: pure decisions over values and times. */
export interface Play<Round extends SharedRound, Stored, Bet extends SharedBet, Table extends SharedTable<Round, Bet>> {
  /** A new round in its betting window. */
  open(number: number, nowMs: number): Table
  /** Recovery of the newest round after a restart; undefined if it is over. */
  recover(stored: Stored, bets: Bet[], nowMs: number): { table: Table; change: Change<Round, Bet> } | undefined
  /** Brings the round to `nowMs`. Asked again after its end: what the end leads to, which is published after the end. */
  advance(table: Table, nowMs: number): Change<Round, Bet>
  answered(table: Table, bet: Bet, answer: StakeAnswer, nowMs: number): Change<Round, Bet>
  /** When the table wants to be advanced next, or null where the round is over. */
  nextWakeMs(table: Table): number | null
  /** Until when a stake may still come in. */
  stakesUntilMs(round: Round): number
  isOver(round: Round): boolean
  /** How many rounds there are. */
  most: number
  pauseMs: number
}

/** Store of the game's rounds and bets. */
export interface Rows<Round, Stored, Bet> {
  newest(): Promise<(Stored & SharedRound) | undefined>
  betsOf(round: string): Promise<Bet[]>
  find(bet: string): Promise<Bet | undefined>
  /** Bets that wait for a decided call to the wallet; an intent of another round than this one waits too, and an accepted bet of one that is over. */
  due(openRound: string, limit: number): Promise<Bet[]>
  /** Writes a step, or several merged in order; answers the ids of created bets that had a row already, which is the truth. */
  save(tx: Tx, change: Change<Round, Bet>): Promise<string[]>
}

export interface RoundsParts<Round extends SharedRound, Bet extends SharedBet> {
  db: Db
  clock: Clock
  log: Log
  lease: { name: string; holder: string }
  game: string
  walletOf(bet: Pick<Bet, 'demo'>): Wallet
  /** Called after a step is durable, in order; `before` is null at the first step of a round. */
  roundChanged(round: Round, before: Round | null): void
  betsChanged(bets: Bet[]): void
  balanceKnown(player: string, balance: bigint): void
  /** The table cannot go on: lost lease, lost database. */
  failed(error: unknown): void
}

const janitorMs = 15_000
const dueAtOnce = 5000
/** A stake is asked for again while there is time; after that it is rolled back. */
const repeatMs = 250

export async function runRounds<
  Round extends SharedRound,
  Stored,
  Bet extends SharedBet,
  Table extends SharedTable<Round, Bet>,
>(
  parts: RoundsParts<Round, Bet>,
  play: Play<Round, Stored, Bet, Table>,
  rows: Rows<Round, Stored, Bet>,
): Promise<Rounds<Round, Bet, Table>> {
  type Step = Change<Round, Bet>
  const { db, clock, log, lease, game, walletOf } = parts
  let current: Table
  let byPlayer = new Map<string, Set<string>>()
  /** The round's bets as they are written down; what players are shown never runs ahead of it. */
  let durable = new Map<string, Bet>()
  let published: Round | null = null
  let isStopped = false
  let cancelWake = (): void => undefined
  let wakeAtMs = Infinity
  let cancelJanitor = (): void => undefined
  const queue: { change: Step; done: () => void; gone: (error: unknown) => void }[] = []
  let isWriting = false

  /** Bets whose stake is being asked for right now; the janitor leaves them alone. */
  const asking = new Set<string>()
  const tracked = trackBalances<Bet>({ walletOf, isStopped: () => isStopped, known: parts.balanceKnown })
  const settler = openSettler<Bet>({
    walletOf,
    clock,
    log,
    game,
    call: tracked,
    ended: (bet, state, code) => void write(endBet(current, bet, state, code)),
  })

  /** Writes a step with whatever else waits, in one transaction; resolves when it is durable and published. */
  function write(change: Step): Promise<void> {
    if (!change.round && change.created.length === 0 && change.bets.length === 0) return Promise.resolve()
    const written = isStopped
      ? Promise.reject<void>(new Error('the table has stopped'))
      : new Promise<void>((done, gone) => queue.push({ change, done, gone }))
    // `failed` reports the failure also to callers that do not await the step.
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
          return rows.save(tx, merged)
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

  function after(change: Step, known: string[]): void {
    for (const bet of change.created) {
      if (known.includes(bet.id)) {
        current.bets.delete(bet.id)
        byPlayer.get(bet.player)?.delete(bet.id)
      } else {
        void askStake(bet)
      }
    }
    for (const bet of change.bets) if (isDue(bet)) settler.push(bet)
    const seen = [...change.created, ...change.bets].filter((bet) => !known.includes(bet.id))
    for (const bet of seen) if (bet.round === current.round.id) durable.set(bet.id, bet)
    if (seen.length > 0) parts.betsChanged(seen)
    // After the bets: how bets ended by the last moment of a round is published before the round’s end.
    if (change.round) publishRound(change.round)
  }

  function publishRound(round: Round): void {
    parts.roundChanged(round, published?.id === round.id ? published : null)
    published = round
  }

  async function askStake(bet: Bet): Promise<void> {
    const untilMs = play.stakesUntilMs(current.round)
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
    let answer = await tracked([bet], ask)
    while (!answer.isDecided && clock.nowMs() + repeatMs < untilMs && !isStopped) {
      await wait(clock, repeatMs)
      answer = await tracked([bet], ask)
    }
    if (isStopped) return
    const decided = answer.isDecided ? { isAccepted: answer.code === 'ok', code: answer.code } : 'unknown'
    await write(play.answered(current, bet, decided, clock.nowMs())).catch(ignore)
    asking.delete(bet.id)
  }

  function wake(): void {
    const atMs = play.nextWakeMs(current)
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
    const nowMs = clock.nowMs()
    const change = play.advance(current, nowMs)
    const written = write(change)
    if (!change.round || !play.isOver(change.round)) return wake()
    const behind = write(play.advance(current, nowMs))
    void Promise.all([written, behind]).then(() => pauseThenOpen(), ignore)
  }

  function pauseThenOpen(): void {
    cancelWake()
    cancelWake = clock.after(play.pauseMs, () => void startRound(current.round.number + 1).catch(fail))
  }

  async function startRound(number: number): Promise<void> {
    if (isStopped) return
    // The process ends, and its next start plays the chain that was made and published meanwhile.
    if (number > play.most) throw new Error(`the chain of ${game} is played to its start`)
    current = play.open(number, clock.nowMs())
    byPlayer = new Map()
    durable = new Map()
    await write({ ...nothing(), round: current.round })
    wake()
  }

  async function tidy(): Promise<void> {
    const left: Promise<void>[] = []
    for (const bet of await rows.due(current.round.id, dueAtOnce)) {
      // An intent of a round before was left by a crash: its stake may or may not be taken, so it goes back.
      if (asking.has(bet.id)) continue
      if (bet.state === 'intent') left.push(write(play.answered(current, bet, 'unknown', clock.nowMs())))
      // Its round's end was written and what that took was not.
      else if (bet.state === 'accepted') left.push(write(loseBet(current, bet)))
      else settler.push(bet)
    }
    await Promise.all(left)
  }

  /** Its first look is of what a process before left; the round that is played waits for none of it. */
  function janitor(): void {
    void tidy()
      .catch((error: unknown) => log.error({ error: String(error) }, 'the janitor failed'))
      .finally(() => {
        if (!isStopped) cancelJanitor = clock.after(janitorMs, janitor)
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

  const newest = await rows.newest()
  const found = newest && play.recover(newest, await rows.betsOf(newest.id), clock.nowMs())
  if (found) {
    const { change } = found
    current = found.table
    log.info({ round: current.round.id, bets: change.bets.length }, 'an open round was found')
    for (const bet of current.bets.values()) noteOwner(bet)
    durable = new Map(current.bets)
    await write(change)
    // Publish unchanged rounds too: this process's feed does not have them.
    if (!change.round) {
      publishRound(current.round)
      parts.betsChanged([...current.bets.values()])
    }
    if (play.isOver(current.round)) await startRound(current.round.number + 1)
    else wake()
  } else {
    await startRound((newest?.number ?? 0) + 1)
  }
  janitor()

  function noteOwner(bet: Bet): void {
    const own = byPlayer.get(bet.player)
    if (own) own.add(bet.id)
    else byPlayer.set(bet.player, new Set([bet.id]))
  }

  return {
    async apply(decide, id) {
      step()
      const change = decide(current, clock.nowMs())
      if (typeof change === 'string') return id !== undefined && (await rows.find(id)) ? 'ok' : change
      for (const created of change.created) noteOwner(created)
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
