import { check } from './verification-error.ts'

const opening = '<pre id="receipt">\n'
const closing = '</pre>'

/** Sentences of the page for people who open the file; not part of the receipt. */
const sentences = [
  [
    'en',
    'This receipt proves that the entry below is in the public log of the operator named in it, unchanged. It does not prove that a game was fair or that a bank has paid. Check it with the offline page or the receipt command; this page itself checks nothing.',
  ],
  [
    'hi',
    'यह रसीद साबित करती है कि नीचे की प्रविष्टि इसमें बताए गए ऑपरेटर के सार्वजनिक लॉग में बिना बदलाव के दर्ज है। इससे यह साबित नहीं होता कि कोई गेम निष्पक्ष था या बैंक ने भुगतान किया। इसे ऑफ़लाइन पेज या receipt कमांड से जाँचें; यह पेज ख़ुद कुछ नहीं जाँचता।',
  ],
  [
    'af',
    'Hierdie kwitansie bewys dat die inskrywing hieronder onveranderd in die openbare log van die genoemde operateur staan. Dit bewys nie dat ’n spel regverdig was of dat ’n bank betaal het nie. Kontroleer dit met die vanlyn bladsy of die receipt-opdrag; hierdie bladsy self kontroleer niks.',
  ],
] as const

const style =
  'body{margin:2rem auto;max-width:44rem;padding:0 1rem;font:1rem/1.5 system-ui,sans-serif;color:#1b2a3b;background:#fffcf6}' +
  'pre{overflow-x:auto;padding:1rem;border:1px solid #d9ccb6;border-radius:.5rem;background:#f6f0e5;font-size:.8125rem}' +
  'p:lang(hi){line-height:1.65}'

/** Puts a receipt's text into an HTML page without scripts; checkers extract the text. */
export function formatReceiptPage(receipt: string): string {
  const escaped = receipt.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  const paragraphs = sentences.map(([language, sentence]) => `<p lang="${language}">${sentence}</p>\n`).join('')
  return (
    `<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<meta name="viewport" content="width=device-width">\n` +
    `<title>Receipt</title>\n<style>${style}</style>\n<h1>Receipt · रसीद · Kwitansie</h1>\n` +
    `${paragraphs}${opening}${escaped}${closing}\n</html>\n`
  )
}

/** Extracts the receipt's text from a page; another file is the text itself. */
export function receiptInPage(file: string): string {
  if (!file.startsWith('<!doctype html>')) return file
  const parts = file.split(opening)
  const [text, ...rest] = (parts[1] ?? '').split(closing)
  check(parts.length === 2 && rest.length === 1 && text !== undefined, 'receipt-page-malformed')
  return text.replaceAll('&lt;', '<').replaceAll('&amp;', '&')
}
