import type { ReplyOf } from '@dhow/contract/operation'
import { scheduleSpans, type reportSchedules, type ReportSchedule } from '@dhow/contract/report-schedules'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { Button } from '@dhow/ui/button'
import { Badge } from '@dhow/ui/feedback'
import { CheckField, SelectField } from '@dhow/ui/field'
import { useToast } from '@dhow/ui/toast'
import { call, sentenceOf } from '../../shared/api.ts'
import { Asked } from '../../shared/asked.tsx'
import { ChoiceField } from '../../shared/choice-field.tsx'
import form from '../../shared/form.module.css'
import { fill, formatTime } from '../../shared/format.ts'
import { translate } from '../../shared/translate.ts'
import { en } from '../../shared/words/en.ts'
import styles from './reports.module.css'

const words = en.reports.schedules
type Reply = ReplyOf<typeof reportSchedules>
type Span = ReportSchedule['every']
const hours = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`)
const tones = { waiting: 'info', sent: 'good', failed: 'bad' } as const

interface View {
  id: string
  name: string
}

/** The operator's scheduled reports with their last deliveries, and the form to schedule a saved view. */
export function Schedules({ views }: { views: readonly View[] }) {
  const listed = useQuery({ queryKey: ['report-schedules'], queryFn: () => call('reportSchedules') })
  return (
    <section aria-label={words.title} className={styles['schedules']}>
      <h3>{words.title}</h3>
      <Asked query={listed}>
        {(reply) => (
          <>
            <ul>
              {reply.schedules.map((schedule) => (
                <Line key={schedule.id} schedule={schedule} />
              ))}
            </ul>
            {views.length === 0 ? <p>{words.noViews}</p> : null}
            {reply.channels.length === 0 ? <p>{words.noChannels}</p> : null}
            {views.length > 0 && reply.channels.length > 0 ? <AddForm views={views} channels={reply.channels} /> : null}
          </>
        )}
      </Asked>
    </section>
  )
}

function useKeep() {
  const client = useQueryClient()
  return (reply: Reply) => void client.setQueryData(['report-schedules'], reply)
}

function Line({ schedule }: { schedule: ReportSchedule }) {
  const keep = useKeep()
  const toast = useToast()
  const remove = useMutation({
    mutationFn: () => call('removeReportSchedule', { params: { id: schedule.id } }),
    onSuccess: keep,
    onError: (error) => toast(sentenceOf(error), 'bad'),
  })
  const { view, channel, every, hour, next_at: next, sent } = schedule
  const name = fill(words.line, {
    ...{ view: view.name, channel: channel.name, every: words.spans[every], hour: hours[hour] ?? '' },
  })
  const [last] = sent
  return (
    <li>
      {name} {next === null ? <Badge tone="warn">{words.ended}</Badge> : fill(words.next, { when: formatTime(next) })}{' '}
      {last ? (
        <>
          <Badge tone={tones[last.state]}>
            {fill(words.last, {
              state: en.notices.states[last.state],
              when: formatTime(last.sent_at ?? last.created_at),
            })}
          </Badge>{' '}
          {last.failure ? translate(last.failure) : null}{' '}
        </>
      ) : null}
      <Button
        small
        kind="quiet"
        busy={remove.isPending}
        aria-label={`${words.stop}: ${name}`}
        onClick={() => remove.mutate()}
      >
        {words.stop}
      </Button>
    </li>
  )
}

function AddForm({ views, channels }: { views: readonly View[]; channels: Reply['channels'] }) {
  const [viewId, setView] = useState('')
  const [channelId, setChannel] = useState('')
  const [every, setEvery] = useState<Span>('day')
  const [hour, setHour] = useState(7)
  const [attached, setAttached] = useState(true)
  const keep = useKeep()
  const toast = useToast()
  const view = views.find(({ id }) => id === viewId) ?? views[0]
  const channel = channels.find(({ id }) => id === channelId) ?? channels[0]
  const add = useMutation({
    mutationFn: () =>
      call('addReportSchedule', {
        body: { view: view?.id ?? '', channel: channel?.id ?? '', every, hour, attached },
      }),
    onSuccess(reply) {
      keep(reply)
      toast(words.added, 'good')
    },
    onError: (error) => toast(sentenceOf(error), 'bad'),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!add.isPending) add.mutate()
  }
  return (
    <form method="post" className={form['pair']} onSubmit={submit} aria-label={words.add}>
      <SelectField label={words.view} value={view?.id} onChange={(event) => setView(event.target.value)}>
        {views.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <SelectField label={words.channel} value={channel?.id} onChange={(event) => setChannel(event.target.value)}>
        {channels.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <ChoiceField
        label={words.every}
        choices={scheduleSpans}
        words={words.spans}
        value={every}
        set={setEvery}
        errors={undefined}
      />
      <SelectField label={words.hour} value={hour} onChange={(event) => setHour(Number(event.target.value))}>
        {hours.map((text, index) => (
          <option key={text} value={index}>
            {text}
          </option>
        ))}
      </SelectField>
      <CheckField checked={attached} onChange={() => setAttached(!attached)}>
        {words.attach}
      </CheckField>
      <div className={form['go']}>
        <Button type="submit" kind="quiet" busy={add.isPending}>
          {words.add}
        </Button>
      </div>
    </form>
  )
}
