import type { TextBlock, TextSpan } from '@dhow/contract/content'
import { Fragment } from 'react'
import { Link } from '../../shared/link.tsx'

/** Headings, paragraphs and lists of an operator's page; all rendered as plain text. */
export function TextBlocks({ blocks }: { blocks: readonly TextBlock[] }) {
  return blocks.map((block, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- a text that is shown whole has no order that changes
    <Fragment key={index}>{drawBlock(block)}</Fragment>
  ))
}

function drawBlock({ kind, lines }: TextBlock) {
  const [first = []] = lines
  if (kind === 'heading') return <h2>{first.map(drawSpan)}</h2>
  if (kind === 'small_heading') return <h3>{first.map(drawSpan)}</h3>
  if (kind === 'paragraph') return <p>{first.map(drawSpan)}</p>
  // oxlint-disable-next-line react/no-array-index-key -- as above
  const items = lines.map((line, index) => <li key={index}>{line.map(drawSpan)}</li>)
  return kind === 'numbers' ? <ol>{items}</ol> : <ul>{items}</ul>
}

function drawSpan({ text, style, href }: TextSpan, index: number) {
  const inner = style === 'strong' ? <strong>{text}</strong> : style === 'em' ? <em>{text}</em> : text
  if (href === undefined) return <Fragment key={index}>{inner}</Fragment>
  if (href.startsWith('/'))
    return (
      <Link key={index} to={href}>
        {inner}
      </Link>
    )
  return (
    <a key={index} href={href} rel="noopener noreferrer">
      {inner}
    </a>
  )
}
