import { translate } from '../../shared/translate.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import type { OperatorText } from '@dhow/contract/operator-texts'
import type { LineCandidate, StatementLine } from '@dhow/contract/statement-lines'
import { Empty, Notice } from '@dhow/ui/feedback'
import { CheckField } from '@dhow/ui/field'
import { Table } from '@dhow/ui/table'
import { useToast } from '@dhow/ui/toast'
import { pathOf } from '../../app/paths.ts'
import { call } from '../../shared/api.ts'
import { Asked } from '../../shared/asked.tsx'
import { fill, formatMoney } from '../../shared/format.ts'
import { ActionForm } from '../../shared/queue/action-form.tsx'
import { useRefresh } from '../../shared/session.tsx'
import { en } from '../../shared/words/en.ts'

const words = en.statements

interface Pair {
  line: StatementLine
  candidate: LineCandidate
}

const pairsOf = (lines: StatementLine[]): Pair[] =>
  lines.flatMap((line) => {
    const candidate = line.candidates.find((one) => one.exact)
    return candidate ? [{ line, candidate }] : []
  })

/** A page of exact matches: ready ones are credited together; those with warnings or a failure one by one. */
export function ExactMatches({ close }: { close: () => void }) {
  const [cleared, setCleared] = useState<ReadonlySet<string>>(new Set())
  const refresh = useRefresh()
  const toast = useToast()
  const asked = useQuery({
    queryKey: ['exact-lines'],
    queryFn: () => call('staffStatementLines', { query: { state: 'exact' } }),
    // Keep the list unchanged until the operator confirms it.
    staleTime: Infinity,
    gcTime: 0,
  })
  const ready = pairsOf(asked.data?.lines ?? []).filter(({ candidate }) => candidate.ready)
  const selected = ready.filter(({ line }) => !cleared.has(line.id))
  const approve = useMutation({
    mutationFn: () =>
      call('approveExactLines', {
        body: {
          pairs: selected.map(({ line, candidate }) => ({
            line_id: line.id,
            deposit_id: candidate.payment_id,
            version: line.version,
          })),
        },
      }),
    async onSuccess({ outcomes }) {
      refresh('statement-lines', 'statement-line', 'deposits', 'audit')
      const failed = outcomes.filter((outcome) => !outcome.done).length
      const text = fill(words.exactDone, { done: outcomes.length - failed })
      toast(failed === 0 ? text : `${text} ${fill(words.exactRest, { count: failed })}`, failed === 0 ? 'good' : 'bad')
      if (failed === 0) close()
      else await asked.refetch()
    },
  })
  const outcomes = approve.data?.outcomes ?? []
  const toggle = (id: string) =>
    setCleared((before) => {
      const next = new Set(before)
      if (!next.delete(id)) next.add(id)
      return next
    })
  return (
    <ActionForm
      title={words.exactTitle}
      lead={words.exactLead}
      confirm={fill(words.confirmExact, { count: selected.length })}
      action={approve}
      blocked={selected.length === 0}
      cancel={close}
    >
      <Asked query={asked}>
        {({ lines }) => {
          const review = pairsOf(lines).filter(({ candidate }) => !candidate.ready)
          if (ready.length + review.length === 0) return <Empty title={words.emptyTitle}>{words.emptyText}</Empty>
          return (
            <>
              {ready.length === 0 ? null : <ReadyPairs pairs={ready} cleared={cleared} toggle={toggle} />}
              {review.length === 0 ? null : <ReviewPairs pairs={review} outcomes={outcomes} />}
            </>
          )
        }}
      </Asked>
    </ActionForm>
  )
}

function ReadyPairs({
  pairs,
  cleared,
  toggle,
}: {
  pairs: Pair[]
  cleared: ReadonlySet<string>
  toggle: (id: string) => void
}) {
  return (
    <Table
      label={words.exactTitle}
      columns={[
        { key: 'amount', label: words.line, isNumber: true },
        { key: 'bank', label: words.bankText },
        { key: 'deposit', label: words.deposit },
        { key: 'why', label: words.why },
      ]}
      rows={pairs.map(({ line, candidate }) => ({
        key: line.id,
        cells: {
          amount: (
            <CheckField checked={!cleared.has(line.id)} onChange={() => toggle(line.id)}>
              {formatMoney(line.amount, line.currency)}
            </CheckField>
          ),
          bank: bankText(line),
          deposit: <PaymentLink candidate={candidate} />,
          why: candidate.why.map((why) => words.whys[why]).join(', '),
        },
      }))}
    />
  )
}

/** Exact matches that need a decision of their own, with reason and link. */
function ReviewPairs({ pairs, outcomes }: { pairs: Pair[]; outcomes: { line_id: string; text: OperatorText }[] }) {
  return (
    <>
      <Notice tone="warn">{fill(words.reviewLead, { count: pairs.length })}</Notice>
      <Table
        label={words.reviewTitle}
        columns={[
          { key: 'amount', label: words.line, isNumber: true },
          { key: 'bank', label: words.bankText },
          { key: 'deposit', label: words.deposit },
          { key: 'reason', label: words.reviewWhy },
          { key: 'action', label: '' },
        ]}
        rows={pairs.map(({ line, candidate }) => ({
          key: line.id,
          cells: {
            amount: formatMoney(line.amount, line.currency),
            bank: bankText(line),
            deposit: <PaymentLink candidate={candidate} />,
            reason: (
              <Reasons candidate={candidate} outcome={outcomes.find((outcome) => outcome.line_id === line.id)?.text} />
            ),
            action: (
              <Link to={pathOf(line.id) ?? ''} aria-label={`${words.reviewThis}: ${bankText(line)}`}>
                {words.reviewThis}
              </Link>
            ),
          },
        }))}
      />
    </>
  )
}

/** Reasons why a match is not credited with others: warnings, a colleague's claim, a failure. */
export function Reasons({ candidate, outcome }: { candidate: LineCandidate; outcome?: OperatorText | undefined }) {
  const failed = candidate.failed
  const texts = new Set([
    ...candidate.warnings.map(translate),
    ...(candidate.note === null ? [] : [translate(candidate.note)]),
    ...(failed
      ? [fill(words.failedBefore, { name: failed.by, why: translate(failed.text) })]
      : outcome
        ? [translate(outcome)]
        : []),
  ])
  return (
    <ul>
      {[...texts].map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  )
}

const bankText = (line: StatementLine) => `${line.day} · ${line.reference} ${line.text}`.trim()

function PaymentLink({ candidate }: { candidate: LineCandidate }) {
  return (
    <Link to={pathOf(candidate.payment_id) ?? ''}>
      {candidate.player.player_name} · {candidate.reference}
    </Link>
  )
}
