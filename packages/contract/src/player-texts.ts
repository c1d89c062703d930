import type { Write } from './message-texts.ts'
import type { PlayerTextParams } from './player-text-params.ts'

export type PlayerTextCode = keyof PlayerTextParams

/** Texts of one language for some codes. A missing text, or one that reads a parameter which its code has not, does not compile. */
export type TextsFor<Params> = {
  readonly [Code in keyof Params]: (params: Params[Code], write: Pick<Write, 'money'>) => string
}

/** The catalogue of one language. */
export type PlayerTexts = TextsFor<PlayerTextParams>

/** A text on the wire: the reader's program renders it by `renderPlayerText`. */
export interface PlayerText {
  code: string
  params: Record<string, string>
}

/**
 * A text as the server sends it.
 * @example textOf('bonus_expired', { amount: '100.00', currency: 'NAD' })
 */
export const textOf = <Code extends PlayerTextCode>(code: Code, params: PlayerTextParams[Code]): PlayerText => ({
  code,
  params,
})

/** The sentence of a text in a catalogue; undefined for a code that the catalogue does not have. */
export function renderPlayerText(
  texts: Partial<PlayerTexts>,
  { code, params }: PlayerText,
  write: Pick<Write, 'money'>,
): string | undefined {
  if (!Object.hasOwn(texts, code)) return undefined
  // Types cannot follow a code that is chosen at run time.
  return texts[code as PlayerTextCode]?.(params as never, write)
}
