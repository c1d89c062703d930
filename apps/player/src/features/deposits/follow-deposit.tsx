import { say } from '../../shared/say.ts'
import type { Deposit } from '@dhow/contract/deposits'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Notice } from '@dhow/ui/feedback'
import { Money, Row, Stack } from '@dhow/ui/layout'
import { Facts } from '../../shared/facts.tsx'
import { buttonClass } from '@dhow/ui/button'
import { paymentPath } from '../../app/paths.ts'
import { amountOfDeposit } from '../../shared/deposit-amount.ts'
import { Link } from '../../shared/link.tsx'
import { pageOfService } from '../../shared/service-page.ts'
import { Expected } from '../../shared/open-payments.tsx'
import { PaymentBadge, PaymentStepList } from '../../shared/payment-state.tsx'
import { call } from '../../shared/api.ts'
import { useSession } from '../../shared/session.tsx'
import { useWords } from '../../shared/words/words.tsx'

const askEveryMs = 4_000

export const isOpen = ({ status }: Pick<Deposit, 'status'>): boolean => status === 'pending' || status === 'processing'

/** One deposit as the server knows it, live: told by the stream, and asked for while it is open in case the stream is cut. */
export function FollowDeposit({ id }: { id: string }) {
  const words = useWords()
  const { listen, refresh } = useSession()
  const { data, error, refetch } = useQuery({
    queryKey: ['deposit', id],
    queryFn: async () => (await call('getDeposit', { params: { id } })).deposit,
    refetchInterval: ({ state }) => (state.data && !isOpen(state.data) ? false : askEveryMs),
    staleTime: 0,
  })
  useEffect(
    () => listen((message) => (message.type === 'deposit' && message.id === id ? void refetch() : undefined)),
    [listen, refetch, id],
  )
  const status = data?.status
  useEffect(() => {
    // The balance in the header is the server's word, too.
    if (status === 'completed') void refresh()
  }, [status, refresh])
  if (!data) return <PaymentStepList steps={undefined} failed={error !== null} />
  const page = pageOfService(data.continue_url)
  return (
    <Stack>
      <div role="status">
        <Row spread>
          <Money>{amountOfDeposit(data) ?? say(data.method_text)}</Money>
          <PaymentBadge status={data.status} />
        </Row>
      </div>
      {status === 'completed' ? <Notice tone="good">{words.paymentReturn.completed}</Notice> : null}
      {isOpen(data) ? <Notice>{words.paymentReturn.waiting}</Notice> : null}
      {status === 'rejected' || status === 'expired' ? <Notice tone="warn">{words.paymentReturn.ended}</Notice> : null}
      {data.reason ? <p>{say(data.reason)}</p> : null}
      <Facts
        facts={[
          [words.payment.method, say(data.method_text)],
          [words.payment.reference, data.utr],
        ]}
      />
      {page ? (
        <Row>
          <a href={page} className={buttonClass()}>
            {words.payments.continuePayment}
          </a>
          <Link to={paymentPath(id)} className={buttonClass('quiet')}>
            {words.payments.takeBack}
          </Link>
        </Row>
      ) : data.expected_by ? (
        <p>
          <Expected by={data.expected_by} />
        </p>
      ) : null}
      <PaymentStepList steps={data.timeline} receipt={data.receipt} failed={false} />
    </Stack>
  )
}
