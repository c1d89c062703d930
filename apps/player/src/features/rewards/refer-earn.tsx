import { useQuery } from '@tanstack/react-query'
import { Button, buttonClass } from '@dhow/ui/button'
import { CopyLine } from '@dhow/ui/copy-line'
import { Badge, Failure, Notice, Skeleton } from '@dhow/ui/feedback'
import { Card, Money, Row, Stack } from '@dhow/ui/layout'
import { useToast } from '@dhow/ui/toast'
import { paths } from '../../app/paths.ts'
import { call, sentencesOf } from '../../shared/api.ts'
import { Facts } from '../../shared/facts.tsx'
import { FormMessage } from '../../shared/form-message.tsx'
import { useSubmit } from '../../shared/form.ts'
import { fill, money, when } from '../../shared/format.ts'
import { useLiveEvents } from '../../shared/live-events.ts'
import { Link } from '../../shared/link.tsx'
import { Page } from '../../shared/page.tsx'
import { QrCode } from '../../shared/qr-code.tsx'
import { say } from '../../shared/say.ts'
import { useSession } from '../../shared/session.tsx'
import { useWords } from '../../shared/words/words.tsx'
import styles from './rewards.module.css'

const told = ['notice'] as const

/** The player's link, whom it brought, and what it earned. */
export default function ReferEarn() {
  const words = useWords()
  const { session } = useSession()
  return (
    <Page title={words.refer.title} lead={words.refer.lead}>
      {session.state === 'in' ? (
        <Mine />
      ) : session.state === 'out' ? (
        <>
          <Notice>{words.refer.signIn}</Notice>
          <Row>
            <Link to={paths.login} state={{ back: paths.refer }} className={buttonClass()}>
              {words.nav.login}
            </Link>
            <Link to={paths.register} className={buttonClass('quiet')}>
              {words.nav.signup}
            </Link>
          </Row>
        </>
      ) : (
        <Skeleton lines={4} label={words.portal.loading} />
      )}
    </Page>
  )
}

function Mine() {
  const words = useWords()
  const { data, error, refetch } = useQuery({ queryKey: ['referral'], queryFn: () => call('referral') })
  useLiveEvents(told, refetch)
  const { refresh } = useSession()
  const toast = useToast()
  const collect = useSubmit([], async () => {
    const answer = await call('claimReferral', { body: {} })
    toast(fill(words.refer.collected, { amount: money(answer.amount, answer.currency) }), 'good')
    await Promise.all([refetch(), refresh()])
  })
  if (error)
    return (
      <Failure message={sentencesOf(error).join(' ')} retry={() => void refetch()} retryLabel={words.portal.retry} />
    )
  if (!data) return <Skeleton lines={5} label={words.portal.loading} />
  const canShare = typeof navigator.share === 'function'
  return (
    <>
      <Card>
        <Stack>
          {data.terms ? (
            <ul className={styles['terms']}>
              {data.terms.terms.map((term) => (
                <li key={JSON.stringify(term)}>{say(term)}</li>
              ))}
            </ul>
          ) : (
            <p>{words.refer.noTerms}</p>
          )}
          <dl>
            <CopyLine label={words.refer.link} value={data.link} words={words.copy} />
            <CopyLine label={words.refer.code} value={data.code} words={words.copy} />
          </dl>
          <QrCode text={data.link} label={words.refer.qr} />
          {canShare ? (
            <Button
              onClick={() =>
                void navigator.share({ url: data.link, text: words.refer.shareText }).catch(() => undefined)
              }
            >
              {words.refer.share}
            </Button>
          ) : null}
        </Stack>
      </Card>
      <Card>
        <Stack>
          <Facts
            facts={[
              [words.refer.earned, <Money key="e">{money(data.earned, data.currency)}</Money>],
              [words.refer.invited, data.counts.invited],
              [words.refer.waiting, data.counts.waiting],
              [words.refer.paid, data.counts.paid],
            ]}
          />
          <FormMessage>{collect.message}</FormMessage>
          {data.counts.due > 0 ? (
            <Button busy={collect.busy} onClick={() => void collect.submit()}>
              {words.refer.collect} ({data.counts.due})
            </Button>
          ) : null}
          <h2>{words.refer.friends}</h2>
          {data.friends.length === 0 ? <p className={styles['quiet']}>{words.refer.noFriends}</p> : null}
          <Stack as="ul">
            {data.friends.map((friend) => (
              <li key={`${friend.player}-${friend.joined_at}`}>
                <Row spread>
                  <span>
                    {friend.player} · {when(friend.joined_at)}
                  </span>
                  <Badge tone={friend.state === 'paid' ? 'good' : 'neutral'}>{words.refer.states[friend.state]}</Badge>
                </Row>
              </li>
            ))}
          </Stack>
        </Stack>
      </Card>
    </>
  )
}
