/**
 * Octets of a USSD string: 182 characters of GSM's alphabet in seven bits each, or 91 of two octets (3GPP TS 23.038,
 * section 5).
 */
const octets = 182

/** GSM's basic alphabet, without characters that need an escape (3GPP TS 23.038, section 6.2.1). */
const basic =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
const alphabet = new Set(basic)

const replacements: Readonly<Record<string, string>> = {
  '’': "'",
  '‘': "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '—': '-',
  '…': '...',
  '₹': 'Rs ',
  '\u00A0': ' ',
  '\u202F': ' ',
  '•': '*',
  ë: 'e',
  ê: 'e',
}

const isLatin = (text: string) => !/\p{Script=Devanagari}/u.test(text)

/** A text that fits on a phone: in GSM's alphabet unless it is Hindi, and cut after a whole word if too long. */
export function fitText(text: string): string {
  const written = isLatin(text)
    ? [...text].map((letter) => (alphabet.has(letter) ? letter : (replacements[letter] ?? '?'))).join('')
    : text
  const most = isLatin(text) ? octets : octets / 2
  if (written.length <= most) return written
  const cut = written.slice(0, most - 3)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), 1))}...`
}
