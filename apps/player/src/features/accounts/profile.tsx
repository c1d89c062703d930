import { useQuery } from '@tanstack/react-query'
import { buttonClass } from '@dhow/ui/button'
import { Failure } from '@dhow/ui/feedback'
import { Card, Money, Row, Stack } from '@dhow/ui/layout'
import { paths } from '../../app/paths.ts'
import { call, sentencesOf } from '../../shared/api.ts'
import { Facts } from '../../shared/facts.tsx'
import { formatMoney } from '../../shared/format.ts'
import { formatDay } from '../../shared/format-more.ts'
import { Link } from '../../shared/link.tsx'
import { Page } from '../../shared/page.tsx'
import { usePlayer } from '../../shared/session.tsx'
import { useWords } from '../../shared/words/words.tsx'
import { Devices } from './devices.tsx'

export default function Profile() {
  const words = useWords()
  const known = usePlayer()
  const { data, error, refetch } = useQuery({
    queryKey: ['profile'],
    queryFn: async () => (await call('profile')).player,
  })
  // Show the session's values at once; the balance comes from the live stream, the rest from the profile.
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
              [words.nav.balance, <Money key="chips">{formatMoney(player.chips, player.currency)}</Money>],
              [
                words.nav.held,
                player.held === '0.00' ? null : <Money key="held">{formatMoney(player.held, player.currency)}</Money>,
              ],
              [words.profile.mobile, player.mobile],
              [words.profile.since, formatDay(player.created_at)],
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
      <Card>
        <Stack>
          <h2>{words.profile.devices}</h2>
          <Devices />
        </Stack>
      </Card>
    </Page>
  )
}
