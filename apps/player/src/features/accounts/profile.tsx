import { useQuery } from '@tanstack/react-query'
import { Button, buttonClass } from '@dhow/ui/button'
import { Badge, Failure, Skeleton } from '@dhow/ui/feedback'
import { Card, Money, Row, Stack } from '@dhow/ui/layout'
import { useToast } from '@dhow/ui/toast'
import { paths } from '../../app/paths.ts'
import { call, sentencesOf } from '../../shared/api.ts'
import { Facts } from '../../shared/facts.tsx'
import { useSubmit } from '../../shared/form.ts'
import { day, money, when } from '../../shared/format.ts'
import { Link } from '../../shared/link.tsx'
import { Page } from '../../shared/page.tsx'
import { usePlayer, useSession } from '../../shared/session.tsx'
import { useWords } from '../../shared/words/words.tsx'

export default function Profile() {
  const words = useWords()
  const known = usePlayer()
  const { data, error, refetch } = useQuery({
    queryKey: ['profile'],
    queryFn: async () => (await call('profile')).player,
  })
  // Show the session's values at once; the balance follows the live stream, the rest the profile.
  const player = data ? { ...data, chips: known.chips, held: known.held } : known
  return (
    <Page title={player.player_name}>
      {error ? (
        <Failure
          message={`${words.profile.loadFailed} ${sentencesOf(error).join(' ')}`}
          retry={() => void refetch()}
          retryLabel={words.portal.retry}
        />
      ) : null}
      <Card>
        <Stack>
          <Facts
            facts={[
              [words.nav.balance, <Money key="chips">{money(player.chips, player.currency)}</Money>],
              [
                words.nav.held,
                player.held === '0.00' ? null : <Money key="held">{money(player.held, player.currency)}</Money>,
              ],
              [words.profile.mobile, player.mobile],
              [words.profile.since, day(player.created_at)],
            ]}
          />
          <Row>
            <Link to={paths.paymentMethod} className={buttonClass('main', { small: true })}>
              {words.nav.deposit}
            </Link>
            <Link to={paths.withdraw} className={buttonClass('quiet', { small: true })}>
              {words.nav.withdraw}
            </Link>
            <Link to={paths.profileEdit} className={buttonClass('quiet', { small: true })}>
              {words.profile.edit}
            </Link>
            <Link to={paths.changePassword} className={buttonClass('quiet', { small: true })}>
              {words.profile.changePassword}
            </Link>
          </Row>
        </Stack>
      </Card>
      <Devices />
    </Page>
  )
}

function Devices() {
  const words = useWords()
  const { data, error, refetch } = useQuery({ queryKey: ['devices'], queryFn: () => call('devices') })
  const { signOut: leave } = useSession()
  const toast = useToast()
  const everywhere = useSubmit([], async () => {
    await call('logoutEverywhere', { body: {} })
    await leave()
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
        <h2>{words.profile.devices}</h2>
        {data ? (
          <Stack as="ul">
            {data.devices.map((device) => (
              <li key={device.id}>
                <Row spread>
                  <div>
                    <strong>{device.label}</strong>{' '}
                    {device.current ? <Badge tone="good">{words.profile.thisDevice}</Badge> : null}
                    <div>
                      {words.profile.lastSeen} <time dateTime={device.last_seen_at}>{when(device.last_seen_at)}</time>
                    </div>
                  </div>
                  <Button kind="quiet" small onClick={() => void (device.current ? leave() : signOut(device.id))}>
                    {device.current ? words.nav.logout : words.profile.signOut}
                  </Button>
                </Row>
              </li>
            ))}
          </Stack>
        ) : error ? (
          <Failure
            message={sentencesOf(error).join(' ')}
            retry={() => void refetch()}
            retryLabel={words.portal.retry}
          />
        ) : (
          <Skeleton label={words.portal.loading} />
        )}
        <Button kind="danger" busy={everywhere.busy} onClick={() => void everywhere.submit()}>
          {words.profile.everywhere}
        </Button>
      </Stack>
    </Card>
  )
}
