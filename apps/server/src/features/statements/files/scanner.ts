import { unreadable } from './statement-file.ts'

/**
 * Scans a text once, from start to end, counting a step for each examined character. A reader that takes more than
 * `stepsPerCharacter` is stopped, so that no file costs more than its size allows.
 */
export interface Scanner {
  readonly text: string
  /** Index of the next character. */
  at: number
  /** Characters examined so far. */
  readonly steps: number
  /** Whether another slice of work is done, at which the reader yields. */
  isSliceDone(): boolean
  /** Counts work of the reader's own on this many characters. */
  count(characters: number): void
  /** Moves past the next `mark` and returns the text before it; undefined, at the end of the text, if there is none. */
  through(mark: string): string | undefined
  /**
   * Moves past a match of the pattern at this position (sticky, each repetition bounded); undefined, without moving, if
   * there is none.
   */
  take(pattern: RegExp): RegExpExecArray | undefined
}

const stepsPerCharacter = 8
const minSteps = 10_000
/** About two milliseconds of work. */
const stepsPerSlice = 64 * 1024

/** @throws Refusal `statement_unreadable` from any of its calls, once the text has cost too much */
export function openScanner(text: string): Scanner {
  const budget = text.length * stepsPerCharacter + minSteps
  let steps = 0
  let sliceEnd = stepsPerSlice
  const count = (characters: number) => {
    steps += characters
    if (steps > budget) throw unreadable('file_slow', {})
  }
  return {
    text,
    at: 0,
    get steps() {
      return steps
    },
    count,
    isSliceDone() {
      if (steps < sliceEnd) return false
      sliceEnd = steps + stepsPerSlice
      return true
    },
    through(mark) {
      const start = this.at
      const found = text.indexOf(mark, start)
      this.at = found < 0 ? text.length : found + mark.length
      count(this.at - start)
      return found < 0 ? undefined : text.slice(start, found)
    },
    take(pattern) {
      pattern.lastIndex = this.at
      const found = pattern.exec(text) ?? undefined
      count((found?.[0].length ?? 0) + 1)
      if (found) this.at += found[0].length
      return found
    },
  }
}
