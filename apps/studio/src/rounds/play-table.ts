import type { Change, SharedBet, SharedRound, SharedTable } from './change.ts'
import { endBet, loseBet, nothing } from './change.ts'
import { openAdvance } from './advance.ts'
import { openBetCalls } from './bet-calls.ts'
import { openCleanUp } from './clean-up.ts'
import type { Play, RoundsParts, Rows } from './parts.ts'
import { openStepWriter } from './write-steps.ts'

/** The table in play: each step changes it, is stored, and is published once durable. */
// oxlint-disable-next-line max-lines-per-function -- connects six parts around the one table that they share
export function openTable<
  Round extends SharedRound,
  Stored,
  Bet extends SharedBet,
  Table extends SharedTable<Round, Bet>,
>(parts: RoundsParts<Round, Bet>, play: Play<Round, Stored, Bet, Table>, rows: Rows<Round, Stored, Bet>) {
  const { clock, game } = parts
  let current: Table
  let isStopped = false
  const published = openPublished<Round, Bet>(parts)
  const steps = openStepWriter<Round, Stored, Bet>({
    ...{ db: parts.db, lease: parts.lease, save: rows.save, committed, failed },
    isStopped: () => isStopped,
  })
  const calls = openBetCalls<Bet>({
    ...parts,
    isStopped: () => isStopped,
    due: (limit) => rows.due(current.round.id, limit),
    answered: (bet, answer) => steps.write(play.answered(current, bet, answer, clock.nowMs())),
    ended: (bet, state, code) => steps.write(endBet(current, bet, state, code)),
    lost: (bet) => steps.write(loseBet(current, bet)),
  })
  const cleanUp = openCleanUp(parts, calls.clean)
  const time = openAdvance<Round, Bet, Table>({
    ...{ clock, play, write: steps.write },
    current: () => current,
    startNext: () => void startRound(current.round.number + 1).catch(failed),
  })

  function committed(change: Change<Round, Bet>, known: string[]): void {
    for (const bet of change.created) {
      if (known.includes(bet.id)) {
        current.bets.delete(bet.id)
        published.remove(bet)
      } else calls.ask(bet, play.stakesUntilMs(current.round))
    }
    calls.settle(change.bets)
    published.bets(
      [...change.created, ...change.bets].filter((bet) => !known.includes(bet.id)),
      current.round.id,
    )
    // After the bets: their ends are published before the round’s end.
    if (change.round) published.round(change.round)
  }

  async function startRound(number: number): Promise<void> {
    if (isStopped) return
    // The process ends, and its restart plays the next published chain.
    if (number > play.most) throw new Error(`the chain of ${game} is played to its start`)
    current = play.open(number, clock.nowMs())
    published.begin()
    await steps.write({ ...nothing(), round: current.round })
    time.wake()
  }

  /** Resumes a table of an earlier process, after a change that brings it up to date. */
  async function resume(table: Table, change: Change<Round, Bet>): Promise<void> {
    current = table
    const bets = [...table.bets.values()]
    published.begin(bets)
    await steps.write(change)
    // Publish an unchanged round, too, since this process's feed does not have it.
    if (!change.round) {
      published.round(current.round)
      published.bets([...current.bets.values()], current.round.id)
    }
    if (play.isOver(current.round)) await startRound(current.round.number + 1)
    else time.wake()
  }

  function stop(): void {
    isStopped = true
    time.stop()
    cleanUp.stop()
    calls.stop()
  }

  function failed(error: unknown): void {
    if (isStopped) return
    stop()
    parts.failed(error)
  }

  return {
    current: () => current,
    ...{ step: time.step, startRound, resume, stop, cleanUp: cleanUp.run, isWriting: steps.isWriting },
    /** Writes a decision; resolves when it is durable and published. */
    write(change: Change<Round, Bet>): Promise<void> {
      for (const bet of change.created) published.add(bet)
      return steps.write(change)
    },
    betsOf(player: string): Bet[] {
      const others = [...calls.pending()].filter((bet) => bet.player === player && !current.bets.has(bet.id))
      return [...published.betsOf(player), ...others]
    },
  }
}

/** Published state of the round in play: round and bets as stored, never ahead of the database. */
function openPublished<Round extends SharedRound, Bet extends SharedBet>({
  betsChanged,
  roundChanged,
}: Pick<RoundsParts<Round, Bet>, 'betsChanged' | 'roundChanged'>) {
  /** Ids of the round's bets by player, including unwritten ones. */
  let byPlayer = new Map<string, Set<string>>()
  let durable = new Map<string, Bet>()
  let published: Round | null = null

  function add({ player, id }: Bet): void {
    const own = byPlayer.get(player)
    if (own) own.add(id)
    else byPlayer.set(player, new Set([id]))
  }

  return {
    add,
    remove: ({ player, id }: Bet): void => void byPlayer.get(player)?.delete(id),
    /** Opens a new round, with bets that an earlier process stored. */
    begin(bets: readonly Bet[] = []): void {
      byPlayer = new Map()
      for (const bet of bets) add(bet)
      durable = new Map(bets.map((bet) => [bet.id, bet]))
    },
    bets(changed: Bet[], roundId: string): void {
      for (const bet of changed) if (bet.round === roundId) durable.set(bet.id, bet)
      if (changed.length > 0) betsChanged(changed)
    },
    round(round: Round): void {
      roundChanged(round, published?.id === round.id ? published : null)
      published = round
    },
    betsOf: (player: string): Bet[] => [...(byPlayer.get(player) ?? [])].flatMap((id) => durable.get(id) ?? []),
  }
}
