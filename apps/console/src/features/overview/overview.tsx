import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Permission } from '@dhow/contract/permissions'
import { Empty, Notice } from '@dhow/ui/feedback'
import { Icon, type IconName } from '@dhow/ui/icons'
import { paths } from '../../app/paths.ts'
import { call } from '../../shared/api.ts'
import { Asked } from '../../shared/asked.tsx'
import { fill, whenExactly } from '../../shared/format.ts'
import { Page } from '../../shared/page.tsx'
import { useLiveInterval } from '../../shared/presence.tsx'
import { useMay, useMe, type Me } from '../../shared/session.tsx'
import styles from '../../shared/tiles.module.css'
import { translate } from '../../shared/translate.ts'
import { ChangeList, useChanges } from '../../shared/waiting-changes.tsx'
import { en } from '../../shared/words/en.ts'

const words = en.overview
const refreshEveryMs = 30_000

/** A screen of the navigation, with the queue that it is for. */
interface Screen {
  to: string
  label: string
  icon: IconName
  needs: Permission
  queue?: keyof Me['queues']
}

/** The first screen: the day at a glance, each part for those whose role may see it; `figures` are those of the reports. */
export function Overview({ screens, figures }: { screens: readonly Screen[]; figures: ReactNode }) {
  const { permissions } = useMe()
  const maySeeHealth = useMay('health.see')
  const maySeeReports = useMay('reports.see')
  const maySeeChanges = useMay('changes.see')
  const mine = screens.filter(({ needs }) => permissions.includes(needs))
  const hasMore = maySeeReports || maySeeChanges || mine.some(({ queue }) => queue !== undefined)
  return (
    <Page title={words.title} lead={words.lead}>
      {maySeeHealth ? <OpenAlarms /> : null}
      <Queues screens={mine} />
      {maySeeChanges ? <WaitingForMe /> : null}
      {maySeeReports ? figures : null}
      {hasMore ? null : <Screens screens={mine} />}
    </Page>
  )
}

/** Alarms that are not cleared; nothing while all is well. */
function OpenAlarms() {
  const interval = useLiveInterval(refreshEveryMs)
  const asked = useQuery({ queryKey: ['health'], queryFn: () => call('staffHealth'), refetchInterval: interval })
  return (
    <Asked query={asked}>
      {({ alarms }) => {
        const open = alarms.filter((alarm) => alarm.cleared_at === null)
        if (open.length === 0) return null
        return (
          <section className={styles['part']}>
            <h2>{words.alarms}</h2>
            <Notice tone="bad" role="alert">
              <ul className={styles['alarms']}>
                {open.map((alarm) => (
                  <li key={alarm.id}>
                    <strong>{translate(alarm.text)}</strong>{' '}
                    {fill(words.alarmSince, { when: whenExactly(alarm.since) })}
                  </li>
                ))}
              </ul>
              <Link to={paths.health} className={styles['more']}>
                {words.alarmsLink}
              </Link>
            </Notice>
          </section>
        )
      }}
    </Asked>
  )
}

/** How much waits in each queue; the counts come with the session, every few seconds. */
function Queues({ screens }: { screens: readonly Screen[] }) {
  const { queues } = useMe()
  const rows = screens.flatMap(({ queue, ...screen }) =>
    queue === undefined ? [] : [{ ...screen, count: queues[queue] }],
  )
  if (rows.length === 0) return null
  return (
    <section className={styles['part']}>
      <h2>{words.queues}</h2>
      <ul className={styles['tiles']}>
        {rows.map(({ to, label, icon, count }) => (
          <li key={to}>
            <Link to={to} className={styles['tile']} data-waits={count > 0}>
              <span className={styles['name']}>
                <Icon name={icon} size={18} /> {label}
              </span>
              {count > 0 ? (
                <span>
                  <strong className={styles['count']}>{count.toLocaleString('en')}</strong>{' '}
                  {count === 1 ? words.queueOne : words.queueMany}
                </span>
              ) : (
                <span className={styles['quiet']}>{words.queueEmpty}</span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Changes that this operator may confirm as the second person. */
function WaitingForMe() {
  const asked = useChanges()
  return (
    <section className={styles['part']}>
      <h2>{words.forMe}</h2>
      <Asked query={asked}>
        {({ changes }) => (
          <ChangeList
            changes={changes.filter((change) => change.why_not === null)}
            empty={<p className={styles['quiet']}>{words.nothingForMe}</p>}
          />
        )}
      </Asked>
    </section>
  )
}

/** The pages that the role opens, where no other part is shown: nobody lands on an empty screen. */
function Screens({ screens }: { screens: readonly Screen[] }) {
  if (screens.length === 0) return <Empty title={words.noScreens} />
  return (
    <section className={styles['part']}>
      <h2>{words.screens}</h2>
      <ul className={styles['screens']}>
        {screens.map(({ to, label, icon }) => (
          <li key={to}>
            <Link to={to}>
              <Icon name={icon} size={18} /> {label}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
