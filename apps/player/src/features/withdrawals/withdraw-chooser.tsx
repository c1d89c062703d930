import type { Market } from '@dhow/contract/shapes'
import { useQuery } from '@tanstack/react-query'
import { buttonClass } from '@dhow/ui/button'
import { Failure, Skeleton } from '@dhow/ui/feedback'
import { Card, Money, Row, Stack } from '@dhow/ui/layout'
import { paths, withdrawPaths } from '../../app/paths.ts'
import { call, sentencesOf } from '../../shared/api.ts'
import { Facts } from '../../shared/facts.tsx'
import { fill, formatMoney } from '../../shared/format.ts'
import { Link } from '../../shared/link.tsx'
import { OpenPayments } from '../../shared/open-payments.tsx'
import { Page, type PageHead } from '../../shared/page.tsx'
import { usePlayer } from '../../shared/session.tsx'
import { useWords, type Words } from '../../shared/words/words.tsx'
import { PayoutAccounts } from './payout-accounts.tsx'
import { Reasons } from './stopped.tsx'

/** Withdrawal page: the market's method, open withdrawals, and payout accounts. */
export default function WithdrawChooser() {
  const words = useWords()
  const { chips, market } = usePlayer()
  const options = useQuery({ queryKey: ['withdraw-options', chips], queryFn: () => call('withdrawOptions') })
  const accounts = useQuery({ queryKey: ['payout-accounts'], queryFn: () => call('payoutAccounts') })
  const error = options.error ?? accounts.error
  const retry = () => void Promise.all([options.refetch(), accounts.refetch()])
  return (
    <Page {...WithdrawChooser.head(words)}>
      {error ? (
        <Failure message={sentencesOf(error).join(' ')} retry={retry} retryLabel={words.portal.retry} />
      ) : !options.data || !accounts.data ? (
        <Skeleton lines={5} label={words.portal.loading} />
      ) : (
        <>
          <Way market={market} options={options.data} />
          <OpenPayments />
          <PayoutAccounts accounts={accounts.data.accounts} />
          <Link to={paths.addBank} className={buttonClass('quiet')}>
            {words.withdraw.add}
          </Link>
        </>
      )}
    </Page>
  )
}

WithdrawChooser.head = (words: Words): PageHead => ({
  title: words.withdraw.title,
  lead: words.withdraw.chooserLead,
  tools: <Link to={paths.withdrawHistory}>{words.deposit.history}</Link>,
})

const fetchOptions = () => call('withdrawOptions')

function Way({ market, options }: { market: Market; options: Awaited<ReturnType<typeof fetchOptions>> }) {
  const words = useWords()
  const { title, text } = words.withdraw.ways[market]
  return (
    <Card>
      <Stack>
        <h2>{title}</h2>
        <p>{text}</p>
        <p>{fill(words.withdraw.expected, { minutes: options.expected_minutes })}</p>
        <Facts
          facts={[
            [
              words.withdraw.available,
              <Money key="available">{formatMoney(options.available, options.currency)}</Money>,
            ],
            [
              words.withdraw.atATime,
              fill(words.deposit.limits, {
                min: formatMoney(options.limits.min, options.currency),
                max: formatMoney(options.limits.max, options.currency),
              }),
            ],
          ]}
        />
        {options.stops.length === 0 ? null : <Reasons stops={options.stops} />}
        {options.stops.some(({ code }) => code !== 'debt') ? null : (
          <Row>
            <Link
              to={withdrawPaths[market]}
              className={buttonClass()}
              aria-label={`${words.deposit.proceed}: ${title}`}
            >
              {words.deposit.proceed}
            </Link>
          </Row>
        )}
      </Stack>
    </Card>
  )
}
