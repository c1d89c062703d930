import type { Words } from './words.ts'

/** Scene above a table's fields. */
export interface Stage<Outcome = unknown> {
  /** Draws the moment: the outcome while it is dealt or lies there, and the milliseconds since dealing began, at the table's own pace. */
  draw(outcome: Outcome | null, elapsedMs: number): void
  /** Once the round is settled; null while it is not. */
  settled(result: string | null): void
}

export interface StageParts {
  board: HTMLElement
  words: Words
  isStill: boolean
  /** Something lies open now, in words. */
  announce(text: string): void
  sound(): void
}

export type OpenStage<Outcome = unknown> = (parts: StageParts) => Stage<Outcome>
