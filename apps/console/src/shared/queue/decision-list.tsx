import { useState, type ReactNode } from 'react'
import { entriesOf } from '@dhow/contract/records'
import { Button } from '@dhow/ui/button'
import { Empty } from '@dhow/ui/feedback'
import { Table, type Column } from '@dhow/ui/table'
import { Asked } from '../asked.tsx'
import { Page } from '../page.tsx'
import { useLiveQuery } from '../use-live-query.ts'

const refreshEveryMs = 10_000

interface ListWords<Shown extends string> {
  title: string
  lead: string
  readOnly: string
  show: Record<Shown, string>
  empty: Record<Shown, string>
  emptyText: string
}

/** List of pending or decided items, with the form of the current one above. */
export function DecisionList<Row extends { id: string }, Waiting extends string, Action extends string>({
  words,
  queryKey,
  waiting,
  ask,
  mayDecide,
  columns,
  cellsOf,
  form,
}: {
  words: ListWords<Waiting | 'decided'>
  queryKey: string
  /** Name of the list of pending items. */
  waiting: Waiting
  ask: (shown: Waiting | 'decided') => Promise<Row[]>
  mayDecide: boolean
  columns: readonly Column[]
  /** Read-only without `decide`. */
  cellsOf: (row: Row, decide: ((action: Action) => void) | undefined) => Record<string, ReactNode>
  form: (row: Row, action: Action, close: () => void) => ReactNode
}) {
  const [shown, setShown] = useState<Waiting | 'decided'>(waiting)
  const [deciding, setDeciding] = useState<{ row: Row; action: Action }>()
  const asked = useLiveQuery([queryKey, shown], () => ask(shown), refreshEveryMs)
  const other = shown === waiting ? 'decided' : waiting
  const tools = (
    <Button kind="quiet" onClick={() => setShown(other)}>
      {words.show[other]}
    </Button>
  )
  return (
    <Page title={words.title} lead={mayDecide ? words.lead : `${words.lead} ${words.readOnly}`} tools={tools}>
      {deciding ? (
        <div key={`${deciding.row.id}-${deciding.action}`}>
          {form(deciding.row, deciding.action, () => setDeciding(undefined))}
        </div>
      ) : null}
      <Asked query={asked}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty title={words.empty[shown]}>{words.emptyText}</Empty>
          ) : (
            <Table
              label={words.title}
              columns={columns}
              rows={rows.map((row) => ({
                key: row.id,
                cells: cellsOf(row, mayDecide ? (action) => setDeciding({ row, action }) : undefined),
              }))}
            />
          )
        }
      </Asked>
    </Page>
  )
}

/** A button for each decision; `about` makes their labels unique by row. */
export function DecisionButtons<Action extends string>({
  actions,
  about,
  decide,
}: {
  actions: Record<Action, { confirm: string }>
  about: string
  decide: (action: Action) => void
}) {
  return entriesOf(actions).map(([action, { confirm }]) => (
    <Button key={action} kind="plain" small aria-label={`${confirm}: ${about}`} onClick={() => decide(action)}>
      {confirm}
    </Button>
  ))
}
