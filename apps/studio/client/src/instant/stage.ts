import type { RoundView } from '../../../src/instant/messages.ts'
import type { Words } from './words.ts'

/** A round of one game, with its own options and view. */
export type RoundOf<Options, View> = Omit<RoundView, 'options' | 'view'> & { options: Options; view: View | null }

/** Interface of a game's stage; everything else of the page is the same for all of them. */
export interface Stage<Options extends object = object, View = unknown> {
  /** The options as they are set now. */
  options(): Options
  /** Payout of a win in ten-thousandths, if it is one number. */
  promised?(): number
  /** Shows the result of a round in large type. */
  saysItself?: boolean
  /** The next round may be bet while this one still moves. */
  isParallel?: boolean
  /** Choice still missing before a bet, in words; empty if none is. */
  missing?(): string
  /** Shows a round; a fresh one with its motion, at whose end the promise resolves. Null is an empty board. */
  show(round: RoundOf<Options, View> | null, isFresh: boolean): Promise<void>
  /** While a bet is placed or a round runs, the options stand still. */
  lock(isLocked: boolean): void
  /** The result in a few words, for those who listen. */
  describe?(round: RoundOf<Options, View>): string
  /** How it pays, for the rules. */
  rules(): HTMLElement
  /** Keys of its own, by `KeyboardEvent.key` in lower case. */
  keys?: Record<string, () => void>
}

export interface StageParts {
  board: HTMLElement
  controls: HTMLElement
  words: Words
  isStill: boolean
  memory: Memory
  /** The options changed. */
  changed(): void
  /** Sends an action of the player in an open round. */
  sendAction(action: object): void
}

export interface Memory {
  get(key: string): string | null
  set(key: string, value: string): void
}

export type OpenStage<Options extends object = object, View = unknown> = (parts: StageParts) => Stage<Options, View>
