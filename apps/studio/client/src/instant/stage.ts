import type { RoundView } from '../../../src/instant/messages.ts'
import type { Words } from './words.ts'

/** A round of one game, with its own options and view. */
export type RoundOf<Options, View> = Omit<RoundView, 'options' | 'view'> & { options: Options; view: View | null }

/** Interface of a game's stage; the rest of the page is the same for all games. */
export interface Stage<Options extends object = object, View = unknown> {
  /** Current options. */
  options(): Options
  /** Multiplier of a win in ten-thousandths, if there is only one. */
  promised?(): number
  /** The stage shows the result itself, in large type. */
  saysItself?: boolean
  /** The next bet may be placed while this round is animated. */
  isParallel?: boolean
  /** Text about a choice still missing before a bet; empty if none. */
  missing?(): string
  /** Shows a round, a fresh one animated; resolves at the end of the animation. Null is an empty board. */
  show(round: RoundOf<Options, View> | null, isFresh: boolean): Promise<void>
  /** Disables the options while a bet is placed or a round runs. */
  lock(isLocked: boolean): void
  /** The result in a few words, for screen readers. */
  describe?(round: RoundOf<Options, View>): string
  /** The paytable, for the rules. */
  rules(): HTMLElement
  /** Keyboard shortcuts, by `KeyboardEvent.key` in lower case. */
  keys?: Record<string, () => void>
}

export interface StageParts {
  board: HTMLElement
  controls: HTMLElement
  words: Words
  isStill: boolean
  memory: Memory
  /** Called when the options change. */
  changed(): void
  /** Sends an action of the player in an open round. */
  sendAction(action: object): void
}

export interface Memory {
  get(key: string): string | null
  set(key: string, value: string): void
}

export type OpenStage<Options extends object = object, View = unknown> = (parts: StageParts) => Stage<Options, View>
