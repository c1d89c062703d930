import { useQuery } from '@tanstack/react-query'
import { buttonClass } from '@dhow/ui/button'
import { Failure, Notice, Skeleton } from '@dhow/ui/feedback'
import { Row } from '@dhow/ui/layout'
import { paths } from '../../app/paths.ts'
import { call, sentencesOf } from '../../shared/api.ts'
import { useLiveEvents } from '../../shared/live-events.ts'
import { Link } from '../../shared/link.tsx'
import { Page, type PageHead } from '../../shared/page.tsx'
import { useSession } from '../../shared/session.tsx'
import { useWords, type Words } from '../../shared/words/words.tsx'
import { ReferralEarnings } from './referral-earnings.tsx'
import { ReferralLink } from './referral-link.tsx'

const refreshedBy = ['notice'] as const

/** The player's referral link, the friends who joined, and the earnings. */
export default function ReferEarn() {
  const words = useWords()
  const { session } = useSession()
  return (
    <Page {...ReferEarn.head(words)}>
      {session.state === 'in' ? (
        <OwnReferral />
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

ReferEarn.head = (words: Words): PageHead => ({ title: words.refer.title, lead: words.refer.lead })

function OwnReferral() {
  const words = useWords()
  const { data, error, refetch } = useQuery({ queryKey: ['referral'], queryFn: () => call('referral') })
  useLiveEvents(refreshedBy, refetch)
  if (error)
    return (
      <Failure message={sentencesOf(error).join(' ')} retry={() => void refetch()} retryLabel={words.portal.retry} />
    )
  if (!data) return <Skeleton lines={5} label={words.portal.loading} />
  return (
    <>
      <ReferralLink referral={data} />
      <ReferralEarnings referral={data} reload={refetch} />
    </>
  )
}
