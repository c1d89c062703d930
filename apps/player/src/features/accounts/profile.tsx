import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { Button, buttonClass } from '@dhow/ui/button'
import { Badge, Failure, Skeleton } from '@dhow/ui/feedback'
import { Card, Money, Row, Stack } from '@dhow/ui/layout'
import { useToast } from '@dhow/ui/toast'
import { paths } from '../../app/paths.ts'
import { call, sentencesOf } from '../../shared/api.ts'
import { Facts } from '../../shared/facts.tsx'
import { useSubmit } from '../../shared/form.ts'
import { money, when } from '../../shared/format.ts'
import { Page } from '../../shared/page.tsx'
import { usePlayer, useSession } from '../../shared/session.tsx'
import { en } from '../../shared/words/en.ts'

const words = en.profile

export default function Profile() {
  const player = usePlayer()
  return (
    <Page title={player.player_name}>
      <Card>
        <Stack>
          <Facts
            facts={[
              [en.nav.balance, <Money key="chips">{money(player.chips, player.currency)}</Money>],
              [
                en.nav.held,
                player.held === '0.00' ? null : <Money key="held">{money(player.held, player.currency)}</Money>,
              ],
              [words.mobile, player.mobile],
              [words.since, when(player.created_at)],
            ]}
          />
          <Row>
            <Link to={paths.paymentMethod} className={buttonClass('main', { small: true })}>
              {en.nav.deposit}
            </Link>
            <Link to={paths.withdraw} className={buttonClass('quiet', { small: true })}>
              {en.nav.withdraw}
            </Link>
            <Link to={paths.changePassword} className={buttonClass('quiet', { small: true })}>
              {words.changePassword}
            </Link>
          </Row>
        </Stack>
      </Card>
      <Devices />
    </Page>
  )
}

function Devices() {
  const { data, error, refetch } = useQuery({ queryKey: ['devices'], queryFn: () => call('devices') })
  const { refresh } = useSession()
  const toast = useToast()
  const everywhere = useSubmit([], async () => {
    await call('logoutEverywhere', { body: {} })
    await refresh()
  })
  const signOut = async (id: string) => {
    await call('signOutDevice', { params: { id } }).catch((problem: unknown) =>
      toast(sentencesOf(problem).join(' '), 'bad'),
    )
    await refetch()
  }
  return (
    <Card>
      <Stack>
        <h2>{words.devices}</h2>
        {data ? (
          <Stack as="ul">
            {data.devices.map((device) => (
              <li key={device.id}>
                <Row spread>
                  <div>
                    <strong>{device.label}</strong>{' '}
                    {device.current ? <Badge tone="good">{words.thisDevice}</Badge> : null}
                    <div>
                      {words.lastSeen} <time dateTime={device.last_seen_at}>{when(device.last_seen_at)}</time>
                    </div>
                  </div>
                  {device.current ? null : (
                    <Button kind="quiet" small onClick={() => void signOut(device.id)}>
                      {words.signOut}
                    </Button>
                  )}
                </Row>
              </li>
            ))}
          </Stack>
        ) : error ? (
          <Failure message={sentencesOf(error).join(' ')} retry={() => void refetch()} retryLabel={en.portal.retry} />
        ) : (
          <Skeleton label={en.portal.loading} />
        )}
        <Button kind="danger" busy={everywhere.busy} onClick={() => void everywhere.submit()}>
          {words.everywhere}
        </Button>
      </Stack>
    </Card>
  )
}
