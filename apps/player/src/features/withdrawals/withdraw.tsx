import { useQuery } from '@tanstack/react-query'
import { useLocation } from '../../shared/router.tsx'
import { buttonClass } from '@dhow/ui/button'
import { Empty, Failure, Skeleton } from '@dhow/ui/feedback'
import { Card } from '@dhow/ui/layout'
import { paths, withdrawPaths } from '../../app/paths.ts'
import { call, sentencesOf } from '../../shared/api.ts'
import { fill } from '../../shared/format.ts'
import { Link } from '../../shared/link.tsx'
import { OpenPayments } from '../../shared/open-payments.tsx'
import { Page, type PageHead } from '../../shared/page.tsx'
import { usePlayer } from '../../shared/session.tsx'
import { useWords, type Words } from '../../shared/words/words.tsx'
import { Stopped } from './stopped.tsx'
import { WithdrawForm } from './withdraw-form.tsx'

/** Requests a withdrawal: the money is held at once, and the history shows its state. */
export default function Withdraw() {
  const words = useWords()
  const { pathname } = useLocation()
  const { market } = usePlayer()
  if (pathname !== withdrawPaths[market])
    return (
      <Page {...Withdraw.head(words, pathname)}>
        <Empty
          title={words.withdraw.otherMarket}
          action={
            <Link to={withdrawPaths[market]} className={buttonClass()}>
              {words.withdraw.goOwn}
            </Link>
          }
        />
      </Page>
    )
  return <OwnMarket />
}

Withdraw.head = (words: Words, path: string): PageHead => ({
  title: `${words.withdraw.title}: ${words.withdraw.ways[path === withdrawPaths.IN ? 'IN' : 'NA'].title}`,
  lead: words.withdraw.chooserLead,
  tools: <Link to={paths.withdrawHistory}>{words.deposit.history}</Link>,
})

function OwnMarket() {
  const words = useWords()
  const { chips, market } = usePlayer()
  const options = useQuery({ queryKey: ['withdraw-options', chips], queryFn: () => call('withdrawOptions') })
  const accounts = useQuery({ queryKey: ['payout-accounts'], queryFn: () => call('payoutAccounts') })
  const error = options.error ?? accounts.error
  const head = Withdraw.head(words, withdrawPaths[market])
  if (error) {
    const retry = () => void Promise.all([options.refetch(), accounts.refetch()])
    return (
      <Page {...head}>
        <Failure message={sentencesOf(error).join(' ')} retry={retry} retryLabel={words.portal.retry} />
      </Page>
    )
  }
  const ready = options.data && accounts.data
  return (
    <Page {...head}>
      {ready ? <p>{fill(words.withdraw.expected, { minutes: options.data.expected_minutes })}</p> : null}
      {!ready ? (
        <Skeleton lines={5} label={words.portal.loading} />
      ) : options.data.stops.length > 0 ? (
        <Stopped options={options.data} />
      ) : accounts.data.accounts.length === 0 ? (
        <Card>
          <Empty
            title={words.withdraw.addFirst}
            action={
              <Link to={paths.addBank} className={buttonClass()}>
                {words.withdraw.add}
              </Link>
            }
          >
            {words.withdraw.addLead}
          </Empty>
        </Card>
      ) : (
        <WithdrawForm options={options.data} accounts={accounts.data.accounts} />
      )}
      <OpenPayments />
    </Page>
  )
}
