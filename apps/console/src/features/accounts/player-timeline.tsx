import { firstPage } from '@dhow/client/first-page'
import type { ReplyOf } from '@dhow/contract/operation'
import type { EventKind, staffTimeline } from '@dhow/contract/timeline'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { Skeleton } from '@dhow/ui/feedback'
import { Icon, type IconName } from '@dhow/ui/icons'
import { pathOf } from '../../app/paths.ts'
import { call } from '../../shared/api.ts'
import { Asked } from '../../shared/asked.tsx'
import { formatTimeOfDay, formatExactTime } from '../../shared/format.ts'
import { More } from '../../shared/more.tsx'
import { useLiveInterval } from '../../shared/presence.tsx'
import detail from '../../shared/queue/detail.module.css'
import { usePermission } from '../../shared/session.tsx'
import { translate } from '../../shared/translate.ts'
import { en } from '../../shared/words/en.ts'
import styles from './player-timeline.module.css'

const words = en.timeline
const refreshEveryMs = 15_000
type Event = ReplyOf<typeof staffTimeline>['events'][number]

const icons: Record<EventKind, IconName> = {
  deposits: 'down',
  payments: 'cards',
  withdrawals: 'up',
  sign_ins: 'key',
  limits: 'lock',
  rewards: 'gift',
  tournaments: 'pulse',
  cases: 'help',
  messages: 'bell',
  acts: 'paper',
  account: 'person',
}

/** Events of a player, newest first: all kinds that the role may see, or one. */
export function PlayerTimeline({ playerId }: { playerId: string }) {
  const [kind, setKind] = useState<EventKind>()
  const interval = useLiveInterval(refreshEveryMs)
  const listed = useInfiniteQuery({
    queryKey: ['player', playerId, 'timeline', kind],
    queryFn: ({ pageParam }) => call('staffTimeline', { params: { id: playerId }, query: { kind, cursor: pageParam } }),
    initialPageParam: firstPage(),
    getNextPageParam: (last) => last.next_cursor ?? undefined,
    refetchInterval: interval,
    placeholderData: keepPreviousData,
  })
  return (
    <section className={detail['block']} aria-label={words.title}>
      <h2>{words.title}</h2>
      <Asked query={listed}>
        {({ pages }) => (
          <>
            <Filter kinds={pages[0]?.kinds ?? []} chosen={kind} choose={setKind} />
            {listed.isPlaceholderData ? (
              <Skeleton lines={6} label={en.console.loading} />
            ) : (
              <>
                <Days events={pages.flatMap((page) => page.events)} />
                <More of={listed} label={words.older} />
              </>
            )}
          </>
        )}
      </Asked>
    </section>
  )
}

function Filter({
  kinds,
  chosen,
  choose,
}: {
  kinds: readonly EventKind[]
  chosen: EventKind | undefined
  choose: (kind: EventKind | undefined) => void
}) {
  if (kinds.length === 0) return null
  return (
    <div className={styles['chips']} role="group" aria-label={words.filter}>
      {[undefined, ...kinds].map((kind) => (
        <button key={kind ?? ''} type="button" aria-pressed={chosen === kind} onClick={() => choose(kind)}>
          {kind === undefined ? words.all : words.kinds[kind]}
        </button>
      ))}
    </div>
  )
}

const dayFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full' })

function Days({ events }: { events: readonly Event[] }) {
  if (events.length === 0) return <p className={detail['quiet']}>{words.none}</p>
  const days = new Map<string, Event[]>()
  for (const event of events) {
    const day = dayFormat.format(new Date(event.at))
    days.set(day, [...(days.get(day) ?? []), event])
  }
  return [...days].map(([day, ofDay]) => (
    <section key={day}>
      <h3 className={styles['day']}>{day}</h3>
      <ol className={styles['events']}>
        {ofDay.map((event) => (
          <li key={event.id}>
            <OneEvent event={event} />
          </li>
        ))}
      </ol>
    </section>
  ))
}

function OneEvent({ event: { at, kind, text, about } }: { event: Event }) {
  const seesDeposits = usePermission('deposits.see')
  const seesWithdrawals = usePermission('withdrawals.see')
  // A role may see messages but not their payments.
  const mayOpen = about?.startsWith('dep_') ? seesDeposits : about?.startsWith('wd_') ? seesWithdrawals : true
  const path = about === null || !mayOpen ? undefined : pathOf(about)
  return (
    <>
      <Icon name={icons[kind]} size={18} />
      <time dateTime={at} title={formatExactTime(at)}>
        {formatTimeOfDay(at)}
      </time>
      <span className={styles['kind']}>{words.kinds[kind]}</span>
      <span className={styles['text']}>{translate(text)}</span>
      {path === undefined ? null : (
        <Link to={path} aria-label={`${words.open} ${about}`}>
          {words.open}
        </Link>
      )}
    </>
  )
}
