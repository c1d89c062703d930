import { useState } from 'react'
import { Link } from 'react-router'
import type { LineCandidate, StatementLine } from '@dhow/contract/statement-lines'
import { Button } from '@dhow/ui/button'
import { Badge, Notice } from '@dhow/ui/feedback'
import { Kbd } from '@dhow/ui/kbd'
import { Table } from '@dhow/ui/table'
import { pathOf } from '../../app/paths.ts'
import { fill, formatMoney } from '../../shared/format.ts'
import { useKeys } from '../../shared/keys.tsx'
import styles from '../../shared/queue/detail.module.css'
import { usePermission } from '../../shared/session.tsx'
import { en } from '../../shared/words/en.ts'
import { Reasons } from './exact-matches.tsx'
import { AssignForm, CreditForm, DismissForm, LinkForm } from './line-forms.tsx'

const words = en.statements
type Action = { kind: 'credit' | 'link'; candidate: LineCandidate } | { kind: 'assign' | 'dismiss' }

/** Candidate payments of a line, and its actions, by button and key. */
export function LineBar({ line, focus }: { line: StatementLine; focus: () => void }) {
  const [action, setAction] = useState<Action>()
  const mayDecide = usePermission('statements.decide')
  const close = () => {
    setAction(undefined)
    focus()
  }
  const isIn = !line.amount.startsWith('-')
  const keysWork = mayDecide && action === undefined && line.decided_at === null
  const first = (kind: 'credit' | 'link') => line.candidates.find((candidate) => candidate.action === kind)
  const start = (kind: 'credit' | 'link') => {
    const candidate = first(kind)
    return keysWork && candidate ? () => setAction({ kind, candidate }) : undefined
  }
  useKeys({
    a: start('credit'),
    l: start('link'),
    s: keysWork && isIn ? () => setAction({ kind: 'assign' }) : undefined,
    r: keysWork ? () => setAction({ kind: 'dismiss' }) : undefined,
  })
  // Keep an open form and its text if a colleague decides meanwhile.
  if (line.decided_at !== null && action === undefined) return null
  if (!mayDecide) return <Notice tone="info">{en.money.reviewOnly}</Notice>
  return (
    <div className={styles['bar']} data-form={action !== undefined}>
      {action?.kind === 'credit' ? <CreditForm line={line} candidate={action.candidate} close={close} /> : null}
      {action?.kind === 'link' ? <LinkForm line={line} candidate={action.candidate} close={close} /> : null}
      {action?.kind === 'assign' ? <AssignForm line={line} close={close} /> : null}
      {action?.kind === 'dismiss' ? <DismissForm line={line} close={close} /> : null}
      {action === undefined ? (
        <>
          <Candidates line={line} choose={(kind, candidate) => setAction({ kind, candidate })} />
          <div className={styles['buttons']}>
            {isIn ? (
              <Button kind="quiet" onClick={() => setAction({ kind: 'assign' })}>
                {words.assign} <Kbd>s</Kbd>
              </Button>
            ) : null}
            <Button kind="danger" onClick={() => setAction({ kind: 'dismiss' })}>
              {words.dismiss} <Kbd>r</Kbd>
            </Button>
          </div>
        </>
      ) : null}
    </div>
  )
}

function Candidates({
  line,
  choose,
}: {
  line: StatementLine
  choose: (kind: 'credit' | 'link', candidate: LineCandidate) => void
}) {
  if (line.candidates.length === 0) return <p>{words.noCandidates}</p>
  const firstOf = (kind: 'credit' | 'link') => line.candidates.find((candidate) => candidate.action === kind)
  return (
    <Table
      label={words.candidates}
      columns={[
        { key: 'payment', label: words.candidates },
        { key: 'amount', label: words.amountColumn, isNumber: true },
        { key: 'why', label: words.why },
        { key: 'action', label: '' },
      ]}
      rows={line.candidates.map((candidate) => ({
        key: candidate.payment_id,
        cells: {
          payment: (
            <>
              <Link to={pathOf(candidate.payment_id) ?? ''}>
                {candidate.player.player_name} · {candidate.reference}
              </Link>
              <Reasons candidate={candidate} />
            </>
          ),
          amount: formatMoney(candidate.amount, line.currency),
          why: (
            <>
              <Badge tone={candidate.exact ? 'good' : 'neutral'}>{fill(words.score, { score: candidate.score })}</Badge>{' '}
              {candidate.why.map((why) => words.whys[why]).join(', ')}
            </>
          ),
          action: <CandidateAction line={line} candidate={candidate} firstOf={firstOf} choose={choose} />,
        },
      }))}
    />
  )
}

/** The decision possible for a candidate now; without one, a link to the payment. */
function CandidateAction({
  line,
  candidate,
  firstOf,
  choose,
}: {
  line: StatementLine
  candidate: LineCandidate
  firstOf: (kind: 'credit' | 'link') => LineCandidate | undefined
  choose: (kind: 'credit' | 'link', candidate: LineCandidate) => void
}) {
  const { action: kind } = candidate
  const name = `${candidate.player.player_name} ${candidate.reference}`
  if (kind === null)
    return (
      <Link to={pathOf(candidate.payment_id) ?? ''} aria-label={`${words.openPayment}: ${name}`}>
        {words.openPayment}
      </Link>
    )
  const label =
    kind === 'link' ? words.linkThis : fill(words.creditReceived, { amount: formatMoney(line.amount, line.currency) })
  return (
    <Button small aria-label={`${label}: ${name}`} onClick={() => choose(kind, candidate)}>
      {label} {firstOf(kind) === candidate ? <Kbd>{kind === 'credit' ? 'a' : 'l'}</Kbd> : null}
    </Button>
  )
}
