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

/** Moves a table through time: at each moment that its game names, and whenever it is asked to. */
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

  /** Brings the table to the present before anything else is decided. */
  function step(): void {
    if (isStopped) return
    const nowMs = clock.nowMs()
    const change = play.advance(current(), nowMs)
    const written = write(change)
    if (!change.round || !play.isOver(change.round)) return wake()
    const behind = write(play.advance(current(), nowMs))
    // A step that cannot be written has stopped the table already.
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
