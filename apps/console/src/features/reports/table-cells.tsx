import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { keysOf } from '@dhow/contract/keys-of'
import { currencies, type Currency } from '@dhow/contract/money'
import type { ReplyOf } from '@dhow/contract/operation'
import type { tableReportCalls, TableReportCode } from '@dhow/contract/report-tables'
import { codesText, unitIn, type TableColumn, type Unit } from '@dhow/contract/report-table-shape'
import { pathOf, reportEntriesPath, shiftPath } from '../../app/paths.ts'
import { parseChoice } from '../../shared/choices.ts'
import { formatWait, fill, formatMoney, formatTime, formatExactTime } from '../../shared/format.ts'
import { PlayerLink } from '../../shared/player-link.tsx'
import { en } from '../../shared/words/en.ts'

const words = en.reports
type Reply = ReplyOf<(typeof tableReportCalls)[TableReportCode]['read']>
type Row = Reply['tables'][number]['rows'][number]

/** A sum, a number or a share as people read it. */
export function measureText(unit: Unit, value: string, currency: Currency): string {
  if (unit === 'money') return formatMoney(value, currency)
  const number = Number(value).toLocaleString('en')
  return unit === 'percent' ? `${number} %` : number
}

/** A cell's text, linked to the screen of its subject. */
export function cellOf(column: TableColumn, value: string | null, row: Row, reply: Reply): ReactNode {
  if (value === null || value === '') return '–'
  switch (column.kind) {
    case 'id': {
      const player = reply.players.find(({ id }) => id === value)
      if (player) return <PlayerLink id={value} name={player.player_name} mobile={player.mobile} />
      const path = pathOf(value)
      return path ? <Link to={path}>{row['name'] ?? value}</Link> : value
    }
    case 'operator':
      return <Link to={shiftPath(value, reply.span)}>{row['name'] ?? value}</Link>
    case 'code':
    case 'codes':
      return <Words text={codesText(column, value)} row={row} isReview={column.isReview === true} />
    case 'hour':
      return `${value.padStart(2, '0')}:00`
    case 'instant':
      return formatExactTime(value)
    case 'seconds':
      return formatWait(Number(value))
    case 'count':
      return Number(value).toLocaleString('en')
    case 'money':
      return amountOf(column, formatMoney(value, reply.currency), row, reply)
    case 'decimal':
      return formatMoney(value, parseChoice(keysOf(currencies), row['currency'] ?? '') ?? reply.currency)
    case 'measure':
      return measureText(unitIn(column, row), value, reply.currency)
    case 'text':
    case 'day':
      return value
  }
}

/** An amount, with the way to the entries of its hour. */
function amountOf({ name, entries }: TableColumn, text: string, { hour }: Row, { market, from, to }: Reply): ReactNode {
  if (entries === undefined || hour === undefined || hour === null) return text
  return (
    <Link
      to={reportEntriesPath({ figure: entries, market, from, to, hour })}
      aria-label={`${text}. ${fill(words.entriesOf, { figure: name })}`}
    >
      {text}
    </Link>
  )
}

/** Words of a code; below the outcome of a review its time and author, and who is to make the next one. */
function Words({ text, row, isReview }: { text: string; row: Row; isReview: boolean }) {
  const { reviewed_at: at, reviewed_by: by, assigned } = row
  const further = [
    ...(at ? [fill(words.reviews.lastBy, { when: formatTime(at), by: by ?? '' })] : []),
    ...(assigned ? [fill(words.reviews.assignedTo, { name: assigned })] : []),
  ]
  if (!isReview) return text
  return (
    <>
      {text}
      {further.map((line) => (
        <small key={line}>
          <br />
          {line}
        </small>
      ))}
    </>
  )
}
