import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { Link } from 'react-router'
import type { ReplyOf } from '@dhow/contract/operation'
import { viewScreenOf, type staffReportViews } from '@dhow/contract/report-views'
import { Button } from '@dhow/ui/button'
import { CheckField, TextField } from '@dhow/ui/field'
import { useToast } from '@dhow/ui/toast'
import { call, errorsOf, sentenceOf } from '../../shared/api.ts'
import form from '../../shared/form.module.css'
import { fill } from '../../shared/format.ts'
import { usePermission } from '../../shared/session.tsx'
import { en } from '../../shared/words/en.ts'
import type { Asked } from './period.ts'
import styles from './reports.module.css'
import { Schedules } from './schedules.tsx'

const words = en.reports
type View = ReplyOf<typeof staffReportViews>['views'][number]

const pathOf = ({ screen, market, from, to, filters }: View) =>
  `${viewScreenOf(screen).path}?${new URLSearchParams({ market, ...(from === null || to === null ? {} : { from, to }), ...filters })}`

/** Saved views as links, and the form that saves the current address. */
export function SavedViews({
  screen,
  asked,
  filters = {},
}: {
  screen: View['screen']
  asked: Asked
  /** Parts of the address besides market and days. */
  filters?: Record<string, string>
}) {
  const listed = useQuery({ queryKey: ['report-views'], queryFn: () => call('staffReportViews') })
  const client = useQueryClient()
  const toast = useToast()
  const keep = (reply: ReplyOf<typeof staffReportViews>) => client.setQueryData(['report-views'], reply)
  const remove = useMutation({
    mutationFn: (id: string) => call('removeReportView', { params: { id } }),
    onSuccess: keep,
    onError: (error) => toast(sentenceOf(error), 'bad'),
  })
  const mayExport = usePermission('reports.export')
  const views = listed.data?.views ?? []
  return (
    <details className={styles['views']}>
      <summary>{views.length === 0 ? words.saveThisView : fill(words.savedViews, { count: views.length })}</summary>
      <ul>
        {views.map((view) => (
          <li key={view.id}>
            <Link to={pathOf(view)}>{view.name}</Link>{' '}
            {view.mine ? (
              <>
                {view.shared ? words.sharedByMe : ''}{' '}
                <Button small kind="quiet" busy={remove.isPending} onClick={() => remove.mutate(view.id)}>
                  {fill(words.removeView, { name: view.name })}
                </Button>
              </>
            ) : (
              fill(words.sharedBy, { name: view.by })
            )}
          </li>
        ))}
      </ul>
      <SaveForm screen={screen} asked={asked} filters={filters} saved={keep} />
      {mayExport ? <Schedules views={views} /> : null}
    </details>
  )
}

function SaveForm({
  screen,
  asked: { market, from, to },
  filters,
  saved,
}: {
  screen: View['screen']
  asked: Asked
  filters: Record<string, string>
  saved: (reply: ReplyOf<typeof staffReportViews>) => void
}) {
  const [name, setName] = useState('')
  const [shared, setShared] = useState(false)
  const toast = useToast()
  const days = from === undefined || to === undefined ? {} : { from, to }
  const save = useMutation({
    mutationFn: () => call('saveReportView', { body: { name, screen, market, ...days, filters, shared } }),
    onSuccess(reply) {
      saved(reply)
      setName('')
      toast(words.viewSaved, 'good')
    },
    onError: (error) => toast(sentenceOf(error), 'bad'),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate()
  }
  return (
    <form method="post" className={form['pair']} onSubmit={submit} aria-label={words.saveView}>
      <TextField
        label={words.viewName}
        value={name}
        maxLength={60}
        onChange={(event) => setName(event.target.value)}
        errors={errorsOf(save.error, 'name')}
        required
      />
      <div className={form['go']}>
        <CheckField checked={shared} onChange={() => setShared(!shared)}>
          {words.shareView}
        </CheckField>
      </div>
      <div className={form['go']}>
        <Button type="submit" kind="quiet" busy={save.isPending}>
          {words.saveView}
        </Button>
      </div>
    </form>
  )
}
