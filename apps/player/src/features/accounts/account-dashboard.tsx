import { useQuery } from '@tanstack/react-query'
import { buttonClass } from '@dhow/ui/button'
import { Card, Money, Row, Stack } from '@dhow/ui/layout'
import type { ReplyOf } from '@dhow/contract/operation'
import type { accountDashboard } from '@dhow/contract/profile'
import { paths } from '../../app/paths.ts'
import { call } from '../../shared/api.ts'
import { Facts } from '../../shared/facts.tsx'
import { formatMoney } from '../../shared/format.ts'
import { LoadingOrError } from '../../shared/loading-or-error.tsx'
import { useLiveEvents } from '../../shared/live-events.ts'
import { Link } from '../../shared/link.tsx'
import { Page, type PageHead } from '../../shared/page.tsx'
import { useWords, type Words } from '../../shared/words/words.tsx'
import styles from './accounts.module.css'
import { Activity } from './activity.tsx'
import { Devices } from './devices.tsx'
import { OwnData } from './own-data.tsx'
import { Passkeys } from './passkeys.tsx'
import { Limits } from './limits.tsx'
import { PreferencesCard } from './preferences.tsx'

const liveEvents = ['balance', 'notice'] as const

/** Account page: money, playing safely, security and preferences, with links to each at the top. */
export default function AccountDashboard() {
  const words = useWords()
  const { data, error, refetch } = useQuery({ queryKey: ['dashboard'], queryFn: () => call('accountDashboard') })
  useLiveEvents(liveEvents, refetch)
  const parts = [
    ['money', words.dashboard.money],
    ['safe', words.limits.title],
    ['security', words.dashboard.security],
    ['preferences', words.dashboard.preferences],
  ] as const
  return (
    <Page {...AccountDashboard.head(words)}>
      {data ? (
        <>
          <nav aria-label={words.dashboard.title} className={styles['parts']}>
            {parts.map(([id, name]) => (
              <a key={id} href={`#${id}`} className={buttonClass('quiet', { small: true })}>
                {name}
              </a>
            ))}
          </nav>
          <div id="money">
            <MoneyCard data={data} />
          </div>
          <div id="safe">
            <Limits limits={data.limits} block={data.block} currency={data.currency} changed={() => void refetch()} />
          </div>
          <div id="security">
            <Security />
          </div>
          <div id="preferences">
            <PreferencesCard />
          </div>
        </>
      ) : (
        <LoadingOrError error={error} refetch={refetch} lines={8} />
      )}
    </Page>
  )
}

AccountDashboard.head = (words: Words): PageHead => ({ title: words.dashboard.title, lead: words.dashboard.lead })

function MoneyCard({ data }: { data: ReplyOf<typeof accountDashboard> }) {
  const words = useWords()
  const amount = (text: string) => (text === '0.00' ? null : <Money>{formatMoney(text, data.currency)}</Money>)
  const links = [
    [paths.withdraw, words.nav.withdraw],
    [paths.depositHistory, words.nav.depositHistory],
    [paths.withdrawHistory, words.nav.withdrawHistory],
    [paths.statements, words.nav.statements],
    [paths.bonus, words.nav.bonus],
  ] as const
  return (
    <Card>
      <Stack>
        <h2>{words.dashboard.money}</h2>
        <Facts
          facts={[
            [words.nav.balance, <Money key="b">{formatMoney(data.balance, data.currency)}</Money>],
            [words.dashboard.bonus, amount(data.bonus)],
            [words.dashboard.held, amount(data.held)],
            [words.dashboard.inPlay, amount(data.in_play)],
          ]}
        />
        <Row>
          <Link to={paths.paymentMethod} className={buttonClass('main', { small: true })}>
            {words.nav.deposit}
          </Link>
          {links.map(([to, label]) => (
            <Link key={to} to={to} className={buttonClass('quiet', { small: true })}>
              {label}
            </Link>
          ))}
        </Row>
        <Activity of={data} />
      </Stack>
    </Card>
  )
}

function Security() {
  const words = useWords()
  const links = [
    [paths.profile, words.nav.profile],
    [paths.changePassword, words.profile.changePassword],
    [paths.selectAvatar, words.profile.avatar],
  ] as const
  return (
    <Card>
      <Stack>
        <h2>{words.dashboard.security}</h2>
        <Row>
          {links.map(([to, label]) => (
            <Link key={to} to={to} className={buttonClass('quiet', { small: true })}>
              {label}
            </Link>
          ))}
        </Row>
        <Passkeys />
        <h3>{words.profile.devices}</h3>
        <Devices />
        <OwnData />
        <h3>{words.closing.title}</h3>
        <p>{words.closing.lead}</p>
        <Row>
          <Link to={paths.closeAccount} className={buttonClass('quiet')}>
            {words.closing.title}
          </Link>
        </Row>
      </Stack>
    </Card>
  )
}
