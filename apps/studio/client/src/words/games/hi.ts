import type { GamesWords } from './en.ts'

export const hindi: GamesWords = {
  about: 'ऐसे खेल जिनका हर राउंड कोई भी खिलाड़ी फिर से गिन सकता है। कोई खेल चुनें और बिना खाते के, खेल के पैसों से आज़माएँ।',
  returns: (percent) => `वापसी ${percent} %`,
  failed: 'खेल लोड नहीं हो सके। थोड़ी देर बाद यह पेज फिर से लोड करें।',
}
