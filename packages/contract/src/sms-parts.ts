/** GSM 03.38: the basic alphabet, and its extension, whose characters count twice. */
const basic =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞ ÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
const extension = '\f^{}\\[~]|€'

/** Units of one text message, and of each part of several. */
const units = { 'GSM-7': [160, 153], 'UCS-2': [70, 67] } as const

export interface SmsSize {
  alphabet: keyof typeof units
  /** Number that a gateway bills. */
  parts: number
  /** Characters outside the GSM alphabet, each once; any of them makes the parts shorter. */
  foreign: string[]
}

/**
 * Size of a text message: parts of 160 GSM characters or 70 others, slightly less if there are several. No character is
 * divided between two parts.
 */
export function smsSize(text: string): SmsSize {
  const letters = [...text]
  const foreign = [...new Set(letters.filter((letter) => !basic.includes(letter) && !extension.includes(letter)))]
  const alphabet = foreign.length === 0 ? 'GSM-7' : 'UCS-2'
  const [one, several] = units[alphabet]
  const sizes = letters.map((letter) => (alphabet === 'UCS-2' ? letter.length : extension.includes(letter) ? 2 : 1))
  const total = sizes.reduce((sum, size) => sum + size, 0)
  if (total <= one) return { alphabet, parts: 1, foreign }
  let [parts, used] = [1, 0]
  for (const size of sizes) {
    if (used + size > several) [parts, used] = [parts + 1, 0]
    used += size
  }
  return { alphabet, parts, foreign }
}

/** Parts that a gateway bills. */
export const partsOf = (text: string): number => smsSize(text).parts
