import type { Words } from './words.ts'

/** Scene above a table's fields. */
export interface Stage<Outcome = unknown> {
  /** Draws the outcome (null before dealing) at a time: milliseconds since dealing began, at the table's pace. */
  draw(outcome: Outcome | null, elapsedMs: number): void
  /** Sets the result; null before the round is settled. */
  settled(result: string | null): void
}

export interface StageParts {
  board: HTMLElement
  words: Words
  isStill: boolean
  /** Announces a newly open card or number. */
  announce(text: string): void
  sound(): void
}

export type OpenStage<Outcome = unknown> = (parts: StageParts) => Stage<Outcome>
