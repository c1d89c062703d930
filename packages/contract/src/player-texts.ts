import type { Currency } from './money.ts'
import type { CatalogueParams, PlayerTextParams } from './player-text-params.ts'

export type PlayerTextCode = keyof PlayerTextParams

/** Formatters of amounts, supplied by the caller. */
export interface TextWriter {
  money(amount: string, currency: Currency): string
  /** The specification's `{currency} {min}`: symbol, and number without zero decimals. */
  limit(amount: string, currency: Currency): string
}

/** Texts of one language for some codes. A missing text, or one with an unknown parameter, does not compile. */
export type TextsFor<Params> = {
  readonly [Code in keyof Params]: (params: Params[Code], write: TextWriter) => string
}

/** The catalogue of one language. */
export type PlayerTexts = TextsFor<CatalogueParams>

/** A text sent by the server, rendered by `renderPlayerText`. The code `text` is for typed text, shown unchanged. */
export interface PlayerText {
  code: string
  params: Record<string, string>
}

/**
 * Makes a text, as sent by the server.
 * @example textOf('bonus_expired', { amount: '100.00', currency: 'NAD' })
 */
export const textOf = <Code extends PlayerTextCode>(code: Code, params: PlayerTextParams[Code]): PlayerText => ({
  code,
  params,
})

/** Renders a text by a catalogue; undefined for an unknown code. */
export function renderPlayerText(
  texts: Partial<PlayerTexts>,
  { code, params }: PlayerText,
  write: TextWriter,
): string | undefined {
  if (code === 'text') return params['text']
  if (!Object.hasOwn(texts, code)) return undefined
  // TypeScript cannot check a code chosen at run time.
  return texts[code as keyof PlayerTexts]?.(params as never, write)
}

interface Units {
  second: string
  seconds: string
  minutes: string
  hours: string
}

/**
 * Formats waits with the units of a language, rounded up.
 * @example waitWriter({ second: 'second', … })('3400') // '57 minutes'
 */
export const waitWriter =
  (units: Units) =>
  (seconds: string): string => {
    const whole = Number(seconds)
    if (whole <= 1) return `1 ${units.second}`
    if (whole <= 90) return `${Math.ceil(whole)} ${units.seconds}`
    return whole <= 2 * 3_600
      ? `${Math.ceil(whole / 60)} ${units.minutes}`
      : `${Math.ceil(whole / 3_600)} ${units.hours}`
  }
