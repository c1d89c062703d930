import type { OperatorText } from '@dhow/contract/operator-texts'
import { translate } from './translate.ts'
import { Link } from 'react-router'
import { Notice } from '@dhow/ui/feedback'
import { paths } from '../app/paths.ts'
import { fill, formatTime } from './format.ts'
import { en } from './words/en.ts'

/** Pending change of the shown record, if any. */
export function WaitingNote({
  waiting,
}: {
  waiting: { summary: OperatorText; proposed_by: string; until: string } | null
}) {
  if (!waiting) return null
  const { summary, proposed_by, until } = waiting
  return (
    <Notice tone="warn">
      <p>
        {fill(en.changes.waitsHere, { name: proposed_by, summary: translate(summary), until: formatTime(until) })}{' '}
        <Link to={paths.approvals}>{en.nav.approvals}</Link>
      </p>
    </Notice>
  )
}
