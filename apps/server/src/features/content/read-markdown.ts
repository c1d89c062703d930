import type { TextBlock, TextSpan } from '@dhow/contract/content'
import { lexer, type MarkedToken, type Token, type Tokens } from 'marked'

/** Link targets allowed on a page: paths of the portal, https and e-mail. Script and file links stay text. */
const safeAddress = /^(?:\/(?!\/)|https:\/\/|mailto:)[^\s"'<>\\]{1,480}$/

type Style = Pick<TextSpan, 'style' | 'href'>

/**
 * Parses Markdown into headings, paragraphs and lists of plain text. It produces no HTML: tags, pictures and tables
 * stay text, so a page cannot contain a script.
 */
export function readMarkdown(text: string): TextBlock[] {
  return lexer(text, { gfm: true }).flatMap(blocksOf)
}

const ownTokens = [
  'space',
  'hr',
  'def',
  'heading',
  'list',
  'blockquote',
  'paragraph',
  'strong',
  'em',
  'link',
  'br',
  'escape',
  'codespan',
  'text',
]

/** A supported token; others, and extensions, stay text. */
const isRead = (token: Token): token is MarkedToken => ownTokens.includes(token.type)

function blocksOf(token: Token): TextBlock[] {
  if (!isRead(token)) return plainParagraph(token.raw)
  switch (token.type) {
    case 'space':
    case 'hr':
    case 'def':
      return []
    case 'heading':
      return [{ kind: token.depth <= 2 ? 'heading' : 'small_heading', lines: [spansOf(token.tokens)] }]
    case 'list':
      return listOf(token)
    case 'blockquote':
      return token.tokens.flatMap(blocksOf)
    case 'paragraph':
      return [{ kind: 'paragraph', lines: [spansOf(token.tokens)] }]
    default:
      return plainParagraph(token.raw)
  }
}

function plainParagraph(raw: string): TextBlock[] {
  const text = raw.trim()
  return text === '' ? [] : [{ kind: 'paragraph', lines: [[{ text }]] }]
}

/** A list, followed by the lists inside its items. */
function listOf({ ordered, items }: Tokens.List): TextBlock[] {
  const inner: TextBlock[] = []
  const lines = items.map((item) =>
    item.tokens.flatMap((token) => {
      if (token.type !== 'list') return spansOf([token])
      inner.push(...blocksOf(token))
      return []
    }),
  )
  return [{ kind: ordered ? 'numbers' : 'bullets', lines }, ...inner]
}

function spansOf(tokens: readonly Token[], style: Style = {}): TextSpan[] {
  return joined(tokens.flatMap((token) => spanOf(token, style)))
}

function spanOf(token: Token, style: Style): TextSpan[] {
  if (!isRead(token)) return [{ ...style, text: token.raw }]
  switch (token.type) {
    case 'strong':
    case 'em':
      return spansOf(token.tokens, { ...style, style: token.type })
    case 'link':
      return spansOf(token.tokens, safeAddress.test(token.href) ? { ...style, href: token.href } : style)
    case 'br':
      return [{ ...style, text: ' ' }]
    case 'escape':
    case 'codespan':
      return [{ ...style, text: token.text }]
    case 'text':
      return token.tokens ? spansOf(token.tokens, style) : [{ ...style, text: token.text.replaceAll('\n', ' ') }]
    case 'paragraph':
      return spansOf(token.tokens, style)
    default:
      return [{ ...style, text: token.raw }]
  }
}

/** Merges adjacent spans of one style. */
function joined(spans: readonly TextSpan[]): TextSpan[] {
  const rows: TextSpan[] = []
  for (const span of spans) {
    const last = rows.at(-1)
    if (last && last.style === span.style && last.href === span.href) last.text += span.text
    else rows.push({ ...span })
  }
  return rows
}
