import type { MessageLanguage } from '@dhow/contract/message-texts'

/** Parts of an e-mail, written once for both plain text and HTML. */
interface EmailParts {
  language: MessageLanguage
  text: string
  /** Lines with a link each. */
  links: { label: string; url: string }[]
}

/** Both bodies of an e-mail. */
export function writeEmail({ language, text, links }: EmailParts): { text: string; html: string } {
  const paragraphs = text.split('\n').filter((line) => line.trim() !== '')
  const lines = links.map(({ label, url }) => `${label} ${url}`)
  const linked = links.map(({ label, url }) => `<p>${escape(label)} <a href="${escape(url)}">${escape(url)}</a></p>`)
  return {
    text: `${[...paragraphs, ...lines].join('\n\n')}\n`,
    html: [
      `<!doctype html><html lang="${language}"><head><meta charset="utf-8"></head><body>`,
      ...paragraphs.map((line) => `<p>${escape(line)}</p>`),
      ...linked,
      '</body></html>',
    ].join('\n'),
  }
}

const marks: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escape = (text: string): string => text.replace(/[&<>"']/g, (mark) => marks[mark] ?? mark)
