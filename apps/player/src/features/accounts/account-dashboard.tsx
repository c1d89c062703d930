import { useQuery } from '@tanstack/react-query'
import { buttonClass } from '@dhow/ui/button'
import { Failure, Skeleton } from '@dhow/ui/feedback'
import { Card, Money, Row, Stack } from '@dhow/ui/layout'
import { paths } from '../../app/paths.ts'
import { call, sentencesOf } from '../../shared/api.ts'
import { Facts } from '../../shared/facts.tsx'
import { money } from '../../shared/format.ts'
import { useLiveEvents } from '../../shared/live-events.ts'
import { Link } from '../../shared/link.tsx'
import { Page } from '../../shared/page.tsx'
import { useWords } from '../../shared/words/words.tsx'
import styles from './accounts.module.css'
import { Limits } from './limits.tsx'
import { PreferencesCard } from './preferences.tsx'

const periods = ['day', 'week', 'month', 'all'] as const
const rows = ['staked', 'won', 'net', 'deposited', 'withdrawn'] as const

const told = ['balance', 'notice'] as const

/** Balance, activity, limits and preferences of the player. */
export default function AccountDashboard() {
  const words = useWords()
  const { data, error, refetch } = useQuery({ queryKey: ['dashboard'], queryFn: () => call('accountDashboard') })
  useLiveEvents(told, refetch)
  return (
    <Page title={words.dashboard.title} lead={words.dashboard.lead}>
      {data ? (
        <>
          <Card>
            <Stack>
              <Facts
                facts={[
                  [words.nav.balance, <Money key="b">{money(data.balance, data.currency)}</Money>],
                  [
                    words.dashboard.bonus,
                    data.bonus === '0.00' ? null : <Money key="o">{money(data.bonus, data.currency)}</Money>,
                  ],
                  [
                    words.dashboard.held,
                    data.held === '0.00' ? null : <Money key="h">{money(data.held, data.currency)}</Money>,
                  ],
                  [
                    words.dashboard.inPlay,
                    data.in_play === '0.00' ? null : <Money key="p">{money(data.in_play, data.currency)}</Money>,
                  ],
                ]}
              />
              <Row>
                <Link to={paths.profile} className={buttonClass('quiet', { small: true })}>
                  {words.nav.profile}
                </Link>
                <Link to={paths.selectAvatar} className={buttonClass('quiet', { small: true })}>
                  {words.profile.avatar}
                </Link>
                <Link to={paths.bonus} className={buttonClass('quiet', { small: true })}>
                  {words.nav.bonus}
                </Link>
              </Row>
            </Stack>
          </Card>
          <Card>
            <h2>{words.dashboard.activity}</h2>
            {/* A table that is wider than a phone is moved by keys as well as by a finger. */}
            <div className={styles['scroll']} role="region" aria-label={words.dashboard.activity} tabIndex={0}>
              <table className={styles['figures']}>
                <thead>
                  <tr>
                    <td />
                    {periods.map((period) => (
                      <th key={period} scope="col">
                        {words.dashboard[period]}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {rows.map((row) => (
                    <tr key={row}>
                      <th scope="row">{words.dashboard[row]}</th>
                      {periods.map((period) => (
                        <td key={period}>{money(data.activity[period][row], data.currency)}</td>
                      ))}
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          </Card>
          <Limits limits={data.limits} block={data.block} currency={data.currency} changed={() => void refetch()} />
          <PreferencesCard />
        </>
      ) : error ? (
        <Failure message={sentencesOf(error).join(' ')} retry={() => void refetch()} retryLabel={words.portal.retry} />
      ) : (
        <Skeleton lines={8} label={words.portal.loading} />
      )}
    </Page>
  )
}
