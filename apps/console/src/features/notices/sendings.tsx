import { noticeStates, type NoticeDelivery } from '@dhow/contract/notices'
import { firstPage } from '@dhow/client/first-page'
import { keepPreviousData, useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '@dhow/ui/button'
import { Badge, Empty } from '@dhow/ui/feedback'
import { SelectField } from '@dhow/ui/field'
import { Table } from '@dhow/ui/table'
import { useToast } from '@dhow/ui/toast'
import { call, sentenceOf } from '../../shared/api.ts'
import { Asked } from '../../shared/asked.tsx'
import { parseChoice } from '../../shared/choices.ts'
import form from '../../shared/form.module.css'
import { fill, formatTime } from '../../shared/format.ts'
import { More } from '../../shared/more.tsx'
import { useLiveInterval } from '../../shared/presence.tsx'
import { useRefresh } from '../../shared/session.tsx'
import { translate } from '../../shared/translate.ts'
import { en } from '../../shared/words/en.ts'
import styles from './notices.module.css'

const words = en.notices
const tones = { waiting: 'info', sent: 'good', failed: 'bad' } as const

/** Deliveries to the channels, newest first, by state. */
export function Sendings() {
  const [chosen, setChosen] = useState('')
  const state = parseChoice(noticeStates, chosen)
  const interval = useLiveInterval(10_000)
  const listed = useInfiniteQuery({
    queryKey: ['notice-deliveries', state],
    queryFn: ({ pageParam }) => call('noticeDeliveries', { query: { state, cursor: pageParam } }),
    initialPageParam: firstPage(),
    getNextPageParam: (last) => last.next_cursor ?? undefined,
    refetchInterval: interval,
    placeholderData: keepPreviousData,
  })
  return (
    <section className={styles['section']}>
      <div className={styles['head']}>
        <h2>{words.sendings}</h2>
      </div>
      <div className={form['short']}>
        <SelectField label={words.filter} value={chosen} onChange={(event) => setChosen(event.target.value)}>
          <option value="">{words.all}</option>
          {noticeStates.map((one) => (
            <option key={one} value={one}>
              {words.states[one]}
            </option>
          ))}
        </SelectField>
      </div>
      <Asked query={listed}>
        {({ pages }) => {
          const rows = pages.flatMap((page) => page.deliveries)
          if (rows.length === 0) return <Empty title={words.noSendings}>{words.noSendingsText}</Empty>
          return (
            <>
              <Table
                label={words.sendings}
                columns={[
                  { key: 'when', label: words.when },
                  { key: 'what', label: words.what },
                  { key: 'channel', label: words.channel },
                  { key: 'state', label: words.state },
                  { key: 'tries', label: words.tries, isNumber: true },
                ]}
                rows={rows.map((one) => ({
                  key: one.id,
                  cells: {
                    when: formatTime(one.created_at),
                    what: one.title,
                    channel: nameOf(one.channel),
                    state: <State delivery={one} />,
                    tries: one.tries,
                  },
                }))}
              />
              <More of={listed} />
            </>
          )
        }}
      </Asked>
    </section>
  )
}

const nameOf = ({ name, removed }: NoticeDelivery['channel']) => (removed ? fill(words.removed, { name }) : name)

function State({ delivery: { id, state, failure, next_at: next, title, channel } }: { delivery: NoticeDelivery }) {
  const refresh = useRefresh()
  const toast = useToast()
  const retry = useMutation({
    mutationFn: () => call('retryNoticeDelivery', { params: { id } }),
    onSuccess: () => toast(words.retried, 'good'),
    onError: (error) => toast(sentenceOf(error), 'bad'),
    onSettled: () => refresh('notice-deliveries', 'notices'),
  })
  return (
    <div className={styles['stack']}>
      <Badge tone={tones[state]}>{words.states[state]}</Badge>
      {failure ? <span>{translate(failure)}</span> : null}
      {next !== null && failure ? <span>{fill(words.next, { when: formatTime(next) })}</span> : null}
      {state === 'failed' && !channel.removed ? (
        <Button
          kind="quiet"
          small
          busy={retry.isPending}
          aria-label={fill(words.of, { act: words.retry, name: title })}
          onClick={() => retry.mutate()}
        >
          {words.retry}
        </Button>
      ) : null}
    </div>
  )
}
