import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import type { ReplyOf } from '@dhow/contract/operation'
import type { staffOverview } from '@dhow/contract/overview'
import type { Permission } from '@dhow/contract/permissions'
import type { Market } from '@dhow/contract/shapes'
import { Empty, Notice } from '@dhow/ui/feedback'
import { ConsoleIcon, type ConsoleIconName } from '../../shared/console-icon.tsx'
import { paths } from '../../app/paths.ts'
import { call } from '../../shared/api.ts'
import { Asked } from '../../shared/asked.tsx'
import { fill, formatExactTime } from '../../shared/format.ts'
import { Page } from '../../shared/page.tsx'
import { useLiveInterval } from '../../shared/presence.tsx'
import { useMe } from '../../shared/session.tsx'
import styles from '../../shared/tiles.module.css'
import { translate } from '../../shared/translate.ts'
import { en } from '../../shared/words/en.ts'
import { OwnWork, Queues } from './overview-queues.tsx'
import { Activity } from './overview-activity.tsx'

const words = en.overview
const refreshEveryMs = 10_000
export type Day = ReplyOf<typeof staffOverview>
export type Today = NonNullable<Day['today']>

/** A screen of the navigation. */
interface Screen {
  to: string
  label: string
  icon: ConsoleIconName
  needs: Permission
}

/** First screen: overview of the day in one call, each part by permission; `figures` renders those of the reports. */
export function Overview({
  screens,
  figures,
}: {
  screens: readonly Screen[]
  figures: (today: Today, setMarket: (market: Market) => void) => ReactNode
}) {
  const { permissions } = useMe()
  const [market, setMarket] = useState<Market>('NA')
  const interval = useLiveInterval(refreshEveryMs)
  const asked = useQuery({
    queryKey: ['overview', market],
    queryFn: () => call('staffOverview', { query: { market } }),
    refetchInterval: interval,
    placeholderData: keepPreviousData,
  })
  return (
    <Page
      title={words.title}
      lead={words.lead}
      tools={asked.data?.queues.length ? <Link to={paths.reportShift}>{en.reports.shift.mine}</Link> : null}
    >
      <Asked query={asked}>
        {(day) => (
          <>
            <OpenAlarms alarms={day.alarms ?? []} />
            <OwnWork day={day} />
            <Queues day={day} />
            <Activity day={day} />
            {day.today ? figures(day.today, setMarket) : null}
            {hasParts(day) ? null : <Screens screens={screens.filter(({ needs }) => permissions.includes(needs))} />}
          </>
        )}
      </Asked>
    </Page>
  )
}

const hasParts = ({ queues, mine, players_online, bets, today }: Day) =>
  queues.length > 0 || mine.length > 0 || players_online !== null || bets !== null || today !== null

/** Open alarms, if any. */
function OpenAlarms({ alarms }: { alarms: NonNullable<Day['alarms']> }) {
  if (alarms.length === 0) return null
  return (
    <section className={styles['part']}>
      <h2>{words.alarms}</h2>
      <Notice tone="bad" role="alert">
        <ul className={styles['alarms']}>
          {alarms.map((alarm) => (
            <li key={alarm.id}>
              <strong>{translate(alarm.text)}</strong> {fill(words.alarmSince, { when: formatExactTime(alarm.since) })}
            </li>
          ))}
        </ul>
        <Link to={paths.health} className={styles['more']}>
          {words.alarmsLink}
        </Link>
      </Notice>
    </section>
  )
}

/** Links to the role's pages if no other part is shown, so that the screen is never empty. */
function Screens({ screens }: { screens: readonly Screen[] }) {
  if (screens.length === 0) return <Empty title={words.noScreens} />
  return (
    <section className={styles['part']}>
      <h2>{words.screens}</h2>
      <ul className={styles['screens']}>
        {screens.map(({ to, label, icon }) => (
          <li key={to}>
            <Link to={to}>
              <ConsoleIcon name={icon} size={18} /> {label}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
