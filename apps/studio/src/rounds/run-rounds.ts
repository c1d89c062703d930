import { wait } from '@dhow/platform/clock'
import type { Change, SharedBet, SharedRound, SharedTable } from './change.ts'
import { endBet, isDue, loseBet, nothing } from './change.ts'
import { openStakeCalls } from './ask-stakes.ts'
import type { Play, Rounds, RoundsParts, Rows } from './parts.ts'
import { openSettler } from './settler.ts'
import { trackBalances } from './track-balances.ts'
import { openStepWriter } from './write-steps.ts'

const janitorMs = 15_000
const dueAtOnce = 5000

/**
 * Plays the rounds of one shared game. One function although it is long: its parts are the few variables of the round in play, and each
 * step reads and changes them between two awaits.
 */
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
  const tracked = trackBalances<Bet>({ walletOf, isStopped: () => isStopped, known: parts.balanceKnown })
  const settler = openSettler<Bet>({
    walletOf,
    clock,
    log,
    game,
    call: tracked,
    ended: (bet, state, code) => void write(endBet(current, bet, state, code)),
  })

  const { write, isWriting } = openStepWriter<Round, Stored, Bet>({
    db,
    lease,
    save: rows.save,
    isStopped: () => isStopped,
    committed,
    failed: fail,
  })
  const stakes = openStakeCalls<Bet>({
    clock,
    game,
    walletOf,
    call: tracked,
    isStopped: () => isStopped,
    answered: (bet, answer) => write(play.answered(current, bet, answer, clock.nowMs())),
  })

  function committed(change: Step, known: string[]): void {
    for (const bet of change.created) {
      if (known.includes(bet.id)) {
        current.bets.delete(bet.id)
        byPlayer.get(bet.player)?.delete(bet.id)
      } else {
        void stakes.ask(bet, play.stakesUntilMs(current.round))
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
      if (stakes.isAsking(bet)) continue
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
      while (isWriting()) await wait(clock, 5)
    },
  }
}

const ignore = (): void => undefined
