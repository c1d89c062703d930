import { useQuery } from '@tanstack/react-query'
import { Button } from '@dhow/ui/button'
import { Badge } from '@dhow/ui/feedback'
import { Row, Stack } from '@dhow/ui/layout'
import { useToast } from '@dhow/ui/toast'
import { call, sentencesOf } from '../../shared/api.ts'
import { useSubmit } from '../../shared/form.ts'
import { formatTime } from '../../shared/format.ts'
import { LoadingOrError } from '../../shared/loading-or-error.tsx'
import { useSession } from '../../shared/session.tsx'
import { useWords } from '../../shared/words/words.tsx'

/** Devices on which the player is signed in, each with a sign-out button. */
export function Devices() {
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
    <>
      {data ? (
        <Stack as="ul">
          {data.devices.map((device) => (
            <li key={device.id}>
              <Row spread>
                <div>
                  <strong>{device.label}</strong>{' '}
                  {device.current ? <Badge tone="good">{words.profile.thisDevice}</Badge> : null}
                  <div>
                    {words.profile.lastSeen}{' '}
                    <time dateTime={device.last_seen_at}>{formatTime(device.last_seen_at)}</time>
                  </div>
                </div>
                <Button kind="quiet" small onClick={() => void (device.current ? leave() : signOut(device.id))}>
                  {device.current ? words.nav.logout : words.profile.signOut}
                </Button>
              </Row>
            </li>
          ))}
        </Stack>
      ) : (
        <LoadingOrError error={error} refetch={refetch} lines={2} />
      )}
      <Button kind="danger" busy={everywhere.busy} onClick={() => void everywhere.submit()}>
        {words.profile.everywhere}
      </Button>
    </>
  )
}
