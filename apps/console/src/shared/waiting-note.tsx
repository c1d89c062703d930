import type { OperatorText } from '@dhow/contract/operator-texts'
import { translate } from './translate.ts'
import { Link } from 'react-router'
import { Notice } from '@dhow/ui/feedback'
import { paths } from '../app/paths.ts'
import { fill, when } from './format.ts'
import { en } from './words/en.ts'

/** The change about what is shown that waits for a second person; nothing where none waits. */
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
        {fill(en.changes.waitsHere, { name: proposed_by, summary: translate(summary), until: when(until) })}{' '}
        <Link to={paths.approvals}>{en.nav.approvals}</Link>
      </p>
    </Notice>
  )
}
