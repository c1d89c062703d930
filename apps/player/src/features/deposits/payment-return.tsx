import { ApiError } from '@dhow/client/api-error'
import type { Deposit } from '@dhow/contract/deposits'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from '../../shared/search-params.ts'
import { buttonClass } from '@dhow/ui/button'
import { Empty } from '@dhow/ui/feedback'
import { Card } from '@dhow/ui/layout'
import { paths } from '../../app/paths.ts'
import { call } from '../../shared/api.ts'
import { LoadingOrError } from '../../shared/loading-or-error.tsx'
import { Link } from '../../shared/link.tsx'
import { Page, type PageHead } from '../../shared/page.tsx'
import { useWords, type Words } from '../../shared/words/words.tsx'
import { Credited } from './credited.tsx'
import { FollowDeposit } from './follow-deposit.tsx'
import { isOpen, useFollowedDeposit } from './use-followed-deposit.ts'

/**
 * Page to which the payment service returns the player. The address proves nothing: shows only the server's state of the payment, until it is
 * final.
 */
export default function PaymentReturn() {
  const words = useWords()
  const [search] = useSearchParams()
  const reference = search.get('transaction') ?? ''
  const service = search.get('service')
  const { data, error, refetch } = useQuery({
    queryKey: ['payment-status', service, reference],
    enabled: reference !== '',
    queryFn: async () =>
      service === null
        ? (await call('aPayStatus', { query: { custom_transaction_id: reference } })).deposit
        : (await call('paymentStatus', { params: { service, reference } })).deposit,
    retry: (count, failure) => count < 2 && !(failure instanceof ApiError && failure.status < 500),
  })
  if (data) return <Returned first={data} />
  const isMissing = !reference || (error instanceof ApiError && (error.status === 404 || error.status === 422))
  return (
    <Page {...PaymentReturn.head(words)}>
      {isMissing ? (
        <Empty
          title={words.paymentReturn.missing}
          action={
            <Link to={paths.paymentMethod} className={buttonClass()}>
              {words.paymentReturn.choose}
            </Link>
          }
        />
      ) : (
        <LoadingOrError error={error} refetch={refetch} lines={4} />
      )}
    </Page>
  )
}

PaymentReturn.head = (words: Words): PageHead => ({
  title: words.paymentReturn.title,
  lead: words.paymentReturn.lead,
  tools: <Link to={paths.depositHistory}>{words.deposit.history}</Link>,
})

function Returned({ first }: { first: Deposit }) {
  const words = useWords()
  const { deposit, error } = useFollowedDeposit(first.id)
  const known = deposit ?? first
  if (known.status === 'completed')
    return (
      <Credited
        deposit={known}
        history={paths.depositHistory}
        more={
          <Link to={paths.paymentMethod} className={buttonClass('quiet')}>
            {words.deposit.another}
          </Link>
        }
      />
    )
  return (
    <Page {...PaymentReturn.head(words)}>
      <Card>
        <FollowDeposit deposit={deposit} failed={error !== null} waiting={words.paymentReturn.waiting} />
      </Card>
      {isOpen(known) ? null : (
        <Link to={paths.paymentMethod} className={buttonClass()}>
          {words.paymentReturn.choose}
        </Link>
      )}
    </Page>
  )
}
