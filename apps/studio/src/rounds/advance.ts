import type { SteadyClock } from '@dhow/platform/clock'
import type { Change, SharedBet, SharedRound, SharedTable } from './change.ts'
import type { Play } from './parts.ts'
import { openWakeUp } from './wake-up.ts'

interface AdvanceParts<Round extends SharedRound, Bet extends SharedBet, Table extends SharedTable<Round, Bet>> {
  clock: SteadyClock
  play: Pick<Play<Round, never, Bet, Table>, 'advance' | 'isOver' | 'nextWakeMs' | 'pauseMs'>
  current(): Table
  write(change: Change<Round, Bet>): Promise<void>
  /** The round is over and its pause has passed. */
  startNext(): void
}

/** Advances a table: at each time that its game names, and on request. */
export function openAdvance<Round extends SharedRound, Bet extends SharedBet, Table extends SharedTable<Round, Bet>>({
  clock,
  play,
  current,
  write,
  startNext,
}: AdvanceParts<Round, Bet, Table>) {
  const wakeUp = openWakeUp(clock)
  let isStopped = false

  function wake(): void {
    const atMs = play.nextWakeMs(current())
    if (atMs !== null && !isStopped) wakeUp.at(atMs, step)
  }

  /** Advances the table to now, before any decision. */
  function step(): void {
    if (isStopped) return
    const nowMs = clock.nowMs()
    const change = play.advance(current(), nowMs)
    const written = write(change)
    if (!change.round || !play.isOver(change.round)) return wake()
    const behind = write(play.advance(current(), nowMs))
    // A failed write has already stopped the table.
    void Promise.all([written, behind]).then(
      () => wakeUp.after(play.pauseMs, startNext),
      () => undefined,
    )
  }

  return {
    step,
    wake,
    stop(): void {
      isStopped = true
      wakeUp.cancel()
    },
  }
}
