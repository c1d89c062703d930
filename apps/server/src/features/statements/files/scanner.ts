import { unreadable } from './statement-file.ts'

/**
 * Walks through a text once, from its start to its end, and counts a step for each character that it looks at. A reader that takes more
 * than `stepsPerCharacter` is ended, so no file costs more than its size allows.
 */
export interface Scanner {
  readonly text: string
  /** Index of the next character. */
  at: number
  /** Characters that were looked at so far. */
  readonly steps: number
  /** Whether another slice of work is done: the reader yields. */
  isSliceDone(): boolean
  /** Counts work that the reader does by itself on this many characters. */
  count(characters: number): void
  /** Moves behind the next `mark` and gives the text in front of it; undefined, at the end of the text, where none follows. */
  through(mark: string): string | undefined
  /** Moves behind what stands here in the pattern's form (sticky, each repetition bounded); undefined, unmoved, where something else does. */
  take(pattern: RegExp): RegExpExecArray | undefined
}

const stepsPerCharacter = 8
const stepsAtLeast = 10_000
/** Some two milliseconds of work. */
const stepsPerSlice = 64 * 1024

/** @throws Refusal `statement_unreadable` from any of its calls, once the text has cost too much */
export function openScanner(text: string): Scanner {
  const budget = text.length * stepsPerCharacter + stepsAtLeast
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
