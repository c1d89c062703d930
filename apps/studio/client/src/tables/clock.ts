import { byId, setClass, setText } from '../dom.ts'
import type { TableState } from './state.ts'
import type { Words } from './words.ts'

/** Countdown of betting: number, word and bar. Returns the milliseconds left. */
export function openClock(words: Words): (round: TableState['round'], nowMs: number) => number {
  const clock = byId('clock')
  const number = byId('number')
  const word = byId('word')
  const bar = byId('bar')
  /** Longest betting window seen so far. */
  let windowMs = 1000

  return (round, nowMs) => {
    const leftMs = round?.phase === 'betting' ? Math.max(0, round.closes - nowMs) : 0
    windowMs = Math.max(windowMs, leftMs)
    const isLast = leftMs > 0 && leftMs < 3000
    setClass(clock, `clock ${round?.phase === 'betting' ? '' : 'clock-off'} ${isLast ? 'clock-last' : ''}`)
    setText(number, leftMs > 0 ? String(Math.ceil(leftMs / 1000)) : '')
    setText(word, leftMs > 0 ? words.betting : words.closing)
    bar.style.transform = `scaleX(${(leftMs / windowMs).toFixed(3)})`
    return leftMs
  }
}
