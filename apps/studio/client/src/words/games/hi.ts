import type { GamesWords } from './en.ts'

export const hindi: GamesWords = {
  about: 'ऐसे गेम जिनका हर राउंड कोई भी खिलाड़ी जाँच सकता है। कोई गेम चुनें और बिना खाते के, नकली पैसे से आज़माएँ।',
  returns: (percent) => `वापसी ${percent} %`,
  failed: 'गेम लोड नहीं हो सके। थोड़ी देर बाद यह पेज फिर से लोड करें।',
}
