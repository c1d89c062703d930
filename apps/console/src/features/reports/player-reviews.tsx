import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { entriesOf } from '@dhow/contract/records'
import { keysOf } from '@dhow/contract/keys-of'
import { outcomesOf } from '@dhow/contract/report-reviews'
import { rulesOf, type RiskReportCode } from '@dhow/contract/report-rules'
import type { Market } from '@dhow/contract/shapes'
import { reviewOutcomes } from '@dhow/contract/report-tables-risk'
import { Button } from '@dhow/ui/button'
import { SelectField, TextAreaField } from '@dhow/ui/field'
import { Table } from '@dhow/ui/table'
import { useToast } from '@dhow/ui/toast'
import { call, errorsOf, sentenceOf } from '../../shared/api.ts'
import { Asked } from '../../shared/asked.tsx'
import { AssignedField } from '../../shared/assigned-field.tsx'
import { parseChoice } from '../../shared/choices.ts'
import { fill, formatExactTime } from '../../shared/format.ts'
import { ActionForm } from '../../shared/queue/action-form.tsx'
import { usePermission } from '../../shared/session.tsx'
import { en } from '../../shared/words/en.ts'
import styles from './reports.module.css'

const words = en.reports.reviews
const shown = ['open', 'noted'] as const
const assignees = ['mine', 'nobody'] as const
const outcomes = keysOf({ ...reviewOutcomes.harm, ...reviewOutcomes.laundering })
const calls = {
  harm: {
    list: 'staffHarmReviews',
    note: 'noteHarmReview',
    reviewers: 'staffHarmReviewers',
    assign: 'assignHarmReview',
  },
  laundering: {
    list: 'staffLaunderingReviews',
    note: 'noteLaunderingReview',
    reviewers: 'staffLaunderingReviewers',
    assign: 'assignLaunderingReview',
  },
} as const satisfies Record<RiskReportCode, Record<string, string>>

/** Filters of the list in the screen's address; without them, all players. */
export function reviewsIn(params: URLSearchParams) {
  const reviewed = parseChoice(shown, params.get('reviewed') ?? '')
  const assigned = parseChoice(assignees, params.get('assigned') ?? '')
  return { ...(reviewed && { reviewed }), ...(assigned && { assigned }) }
}
export type ReviewFilter = ReturnType<typeof reviewsIn>

/** Choices between players with and without a review, and by who is to make the next one. */
export function ReviewChoices({ value, set }: { value: ReviewFilter; set: (next: Record<string, string>) => void }) {
  return (
    <>
      <SelectField
        label={words.filter}
        value={value.reviewed ?? ''}
        onChange={(event) => set({ reviewed: event.target.value })}
      >
        <option value="">{words.all}</option>
        {shown.map((one) => (
          <option key={one} value={one}>
            {words[one]}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={words.assigned}
        value={value.assigned ?? ''}
        onChange={(event) => set({ assigned: event.target.value })}
      >
        <option value="">{words.anybody}</option>
        {assignees.map((one) => (
          <option key={one} value={one}>
            {words[one]}
          </option>
        ))}
      </SelectField>
    </>
  )
}

export function ReviewButton({ name, isOpen, open }: { name: string; isOpen: boolean; open: () => void }) {
  return (
    <Button small kind="plain" aria-expanded={isOpen} aria-label={fill(words.of, { name })} onClick={open}>
      {words.title}
    </Button>
  )
}

interface ReviewsProps {
  code: RiskReportCode
  player: { id: string; name: string }
  days: { market: Market; from: string; to: string }
  close: () => void
}

/** Reviews of a player so far, and the form for another one. */
export function PlayerReviews({ code, player, days, close }: ReviewsProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const mayNote = usePermission('reports.review')
  const id = useId()
  useEffect(() => {
    heading.current?.focus()
    heading.current?.scrollIntoView?.({ block: 'nearest' })
  }, [])
  const reviews = useQuery({
    queryKey: ['reviews', code, player.id],
    queryFn: () => call(calls[code].list, { params: { id: player.id } }),
  })
  return (
    <section className={`${styles['review']} ${styles['controls']}`} aria-labelledby={id}>
      <h3 id={id} ref={heading} tabIndex={-1}>
        {fill(words.of, { name: player.name })}
      </h3>
      <Asked query={reviews}>
        {(reply) => (
          <>
            <Assignee code={code} player={player} assigned={reply.assigned} />
            {reply.reviews.length === 0 ? (
              <p>{words.none}</p>
            ) : (
              <Table
                label={fill(words.of, { name: player.name })}
                columns={[
                  { key: 'at', label: words.at },
                  { key: 'by', label: words.by },
                  { key: 'outcome', label: words.outcome },
                  { key: 'reason', label: words.reason },
                  { key: 'stood', label: words.stood },
                ]}
                rows={reply.reviews.map((review) => ({
                  key: review.id,
                  cells: {
                    at: formatExactTime(review.at),
                    by: review.operator,
                    outcome: outcomesOf(code)[review.outcome] ?? review.outcome,
                    reason: review.reason,
                    stood: fill(words.points, {
                      points: review.points,
                      rules: review.codes.map((one) => rulesOf(code)[one]?.name ?? one).join(', '),
                    }),
                  },
                }))}
              />
            )}
          </>
        )}
      </Asked>
      {mayNote ? (
        <NoteForm code={code} player={player} days={days} close={close} />
      ) : (
        <Button kind="plain" small onClick={close}>
          {en.console.cancel}
        </Button>
      )}
    </section>
  )
}

/** The operator who is to make the next review of a player. */
function Assignee({
  code,
  player,
  assigned,
}: Pick<ReviewsProps, 'code' | 'player'> & { assigned: { id: string; name: string } | null }) {
  const mayGive = usePermission('reports.review')
  const client = useQueryClient()
  const toast = useToast()
  const listed = useQuery({
    queryKey: ['reviewers', code],
    queryFn: () => call(calls[code].reviewers),
    enabled: mayGive,
  })
  const give = useMutation({
    mutationFn: (operatorId: string | null) =>
      call(calls[code].assign, { params: { id: player.id }, body: { operator_id: operatorId } }),
    async onSuccess(reply) {
      client.setQueryData(['reviews', code, player.id], reply)
      await client.invalidateQueries({ queryKey: ['table-report', code] })
    },
    onError: (error) => toast(sentenceOf(error), 'bad'),
  })
  return (
    <div className={styles['assignee']}>
      <AssignedField
        assigned={assigned}
        operators={listed.data?.operators}
        mayGive={mayGive}
        busy={give.isPending}
        give={(operatorId) => give.mutate(operatorId)}
      />
    </div>
  )
}

function NoteForm({ code, player, days: { market, from, to }, close }: ReviewsProps) {
  const [outcome, setOutcome] = useState('')
  const [reason, setReason] = useState('')
  const client = useQueryClient()
  const toast = useToast()
  const note = useMutation({
    mutationFn: () => {
      const chosen = parseChoice(outcomes, outcome)
      if (!chosen) throw new Error('the browser refuses the form without an outcome')
      return call(calls[code].note, {
        params: { id: player.id },
        body: { market, from, to, outcome: chosen, reason: reason.trim() },
      })
    },
    async onSuccess(reply) {
      client.setQueryData(['reviews', code, player.id], reply)
      await client.invalidateQueries({ queryKey: ['table-report', code] })
      toast(fill(words.done, { name: player.name }), 'good')
      close()
    },
  })
  return (
    <ActionForm title={words.note} lead={words.lead} confirm={words.note} action={note} cancel={close}>
      <SelectField
        label={words.outcome}
        value={outcome}
        onChange={(event) => setOutcome(event.target.value)}
        errors={errorsOf(note.error, 'outcome')}
        required
      >
        <option value="">{words.choose}</option>
        {entriesOf(outcomesOf(code)).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      <TextAreaField
        label={words.reason}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        errors={errorsOf(note.error, 'reason')}
        minLength={3}
        maxLength={500}
        required
      />
    </ActionForm>
  )
}
