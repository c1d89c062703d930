import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { confirmChange, staffChanges } from '@dhow/contract/approvals'
import type { ReplyOf } from '@dhow/contract/operation'
import { Button } from '@dhow/ui/button'
import { CopyLine } from '@dhow/ui/copy-line'
import { Badge, Notice } from '@dhow/ui/feedback'
import { Table } from '@dhow/ui/table'
import { useToast } from '@dhow/ui/toast'
import { call, isConflict, sentenceOf } from './api.ts'
import { fill, formatTime } from './format.ts'
import { translate } from './translate.ts'
import { useLiveInterval } from './presence.tsx'
import detail from './queue/detail.module.css'
import { useConcurrentDecision } from './queue/use-concurrent-decision.ts'
import { en } from './words/en.ts'

const words = en.changes
const refreshEveryMs = 10_000
type Change = ReplyOf<typeof staffChanges>['changes'][number]
type ShownRow = ReplyOf<typeof confirmChange>['shown_once'][number]

/** Query of pending changes that this operator may see. */
export function useChanges() {
  const interval = useLiveInterval(refreshEveryMs)
  return useQuery({ queryKey: ['changes'], queryFn: () => call('staffChanges'), refetchInterval: interval })
}

/** Pending changes of one kind, on their screen; nothing without any. */
export function WaitingChanges({ kind }: { kind: string }) {
  const asked = useChanges()
  const own = (asked.data?.changes ?? []).filter((change) => change.kind === kind)
  return <ChangeList changes={own} title={words.title} />
}

/** List of changes; a value that a confirmation shows once stays above it until the screen closes. */
export function ChangeList({ changes, title, empty }: { changes: Change[]; title?: string; empty?: ReactNode }) {
  const [shownOnce, setShownOnce] = useState<ShownRow[]>([])
  if (changes.length === 0 && shownOnce.length === 0) return empty ?? null
  return (
    <section className={detail['block']}>
      {title ? <h2>{title}</h2> : null}
      {shownOnce.length > 0 ? <ShownOnce rows={shownOnce} /> : null}
      {changes.map((change) => (
        <WaitingChange key={change.id} change={change} showOnce={(rows) => setShownOnce([...shownOnce, ...rows])} />
      ))}
    </section>
  )
}

/** One change with its values before and after, and this operator's buttons. */
function WaitingChange({ change, showOnce }: { change: Change; showOnce: (rows: ShownRow[]) => void }) {
  const client = useQueryClient()
  // A confirmed change may affect any screen.
  const refresh = () => void client.invalidateQueries()
  const toast = useToast()
  const { look } = useConcurrentDecision(change.subject)
  // If a colleague ended the change, it leaves the list, and a sentence names the colleague.
  const failed = async (error: unknown) => {
    if (isConflict(error)) toast(`${sentenceOf(error)} ${await look()}`, 'bad')
    refresh()
  }
  const confirm = useMutation({
    mutationFn: () => call('confirmChange', { params: { id: change.id }, body: {} }),
    onSuccess(reply) {
      showOnce(reply.shown_once)
      refresh()
      toast(words.confirmed, 'good')
    },
    onError: failed,
  })
  const drop = useMutation({
    mutationFn: () => call('dropChange', { params: { id: change.id }, body: {} }),
    onSuccess() {
      refresh()
      toast(words.dropped, 'good')
    },
    onError: failed,
  })
  const error = confirm.error ?? drop.error
  return (
    <Notice tone="warn">
      <p>
        <Badge>{translate(change.title)}</Badge> <strong>{translate(change.summary)}</strong>
      </p>
      <Facts facts={change.facts} />
      <p>
        {fill(change.reason === '' ? words.by : words.byWithReason, {
          name: change.proposed_by,
          when: formatTime(change.proposed_at),
          reason: change.reason,
        })}
      </p>
      <p>{change.why_not ? words[notMine[change.why_not]] : fill(words.until, { until: formatTime(change.until) })}</p>
      {error ? <p role="alert">{sentenceOf(error)}</p> : null}
      <div className={detail['buttons']}>
        {change.why_not === null ? (
          <Button small busy={confirm.isPending} onClick={() => confirm.mutate()}>
            {words.confirm}
          </Button>
        ) : null}
        {change.why_not === 'role' ? null : (
          <Button small kind="quiet" busy={drop.isPending} onClick={() => drop.mutate()}>
            {words.drop}
          </Button>
        )}
      </div>
    </Notice>
  )
}

const notMine = { own: 'mine', role: 'role', tied: 'tied' } as const

function Facts({ facts }: { facts: Change['facts'] }) {
  if (facts.length === 0) return null
  return (
    <Table
      label={words.facts}
      columns={[
        { key: 'field', label: words.field },
        { key: 'before', label: words.before },
        { key: 'after', label: words.after },
      ]}
      rows={facts.map((fact, index) => {
        const [before, after] = [fact.before, fact.after].map((value) => (value ? translate(value) : words.noValue))
        return {
          key: String(index),
          cells: { field: translate(fact.label), before, after: before === after ? after : <strong>{after}</strong> },
        }
      })}
    />
  )
}

function ShownOnce({ rows }: { rows: ShownRow[] }) {
  return (
    <Notice tone="good">
      <p>{words.shownOnce}</p>
      {rows.map(({ label, value }) => (
        <CopyLine key={value} label={translate(label)} value={value} words={en.copy} />
      ))}
    </Notice>
  )
}
