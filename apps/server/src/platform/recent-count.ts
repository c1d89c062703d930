import type { Clock } from '@dhow/platform/clock'
import { required } from './required.ts'

/** Events are counted by the second, and kept for ten minutes. */
const keptS = 600

/** Also of a second before zero, to which a clock may be set back. */
const cellOf = (second: number) => ((second % keptS) + keptS) % keptS

/** Counts events of this process in memory, so that the last minutes need no query. */
export function openRecentCount(clock: Pick<Clock, 'monotonicMs'>) {
  /** Second that each cell counts; a cell is reused ten minutes later. */
  const cells = Array.from({ length: keptS }, () => ({ second: -Infinity, count: 0 }))
  const secondNow = () => Math.floor(clock.monotonicMs() / 1_000)
  return {
    add() {
      const second = secondNow()
      const cell = required(cells[cellOf(second)], 'the cell of a second')
      if (cell.second !== second) Object.assign(cell, { second, count: 0 })
      cell.count++
    },
    /** Events within the last seconds, the current one included. @param withinS at most 600 */
    last(withinS: number): number {
      const now = secondNow()
      return cells.reduce((sum, { second, count }) => (second <= now && second > now - withinS ? sum + count : sum), 0)
    },
  }
}
