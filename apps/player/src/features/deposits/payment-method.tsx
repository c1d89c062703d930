import type { Currency } from '@dhow/contract/money'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { Button } from '@dhow/ui/button'
import { Empty, Failure, Notice, Skeleton } from '@dhow/ui/feedback'
import { Row } from '@dhow/ui/layout'
import { paths } from '../../app/paths.ts'
import { call } from '../../shared/api.ts'
import { fill, money } from '../../shared/format.ts'
import { Link } from '../../shared/link.tsx'
import { OpenPayments } from '../../shared/open-payments.tsx'
import { Page } from '../../shared/page.tsx'
import { say } from '../../shared/say.ts'
import { useWords } from '../../shared/words/words.tsx'
import styles from './deposits.module.css'
import { BonusHint } from './bonus-hint.tsx'
import { DepositStopped, useDepositStops } from './deposit-gate.tsx'
import { methodsSentence } from './faults.ts'
import { placeOfMethod } from './families.ts'
import { MethodMark } from './method-mark.tsx'
import { useRedirectPayment } from './redirect-payment.ts'

const fetchMethods = () => call('paymentMethods', { query: { type: 'deposit' } })
type Method = Awaited<ReturnType<typeof fetchMethods>>['methods'][number]

/** Link of a method card; unknown methods are not shown. */
const placeOf = (method: Method) =>
  method.redirect ? { redirect: true as const } : placeOfMethod[method.name.toLowerCase()]

/** Way of a method, by which open payments are counted. */
const wayOf = (method: Method) => {
  const place = placeOf(method)
  if (place === undefined || 'redirect' in place) return 'services'
  return place.to === paths.voucher ? 'vouchers' : 'transfers'
}

/** How to pay: one card a method that is open in the player's market. */
export default function PaymentMethod() {
  const words = useWords()
  const stops = useDepositStops()
  const { data, error, refetch } = useQuery({ queryKey: ['payment-methods'], queryFn: fetchMethods })
  const methods = data?.methods.filter((method) => placeOf(method) !== undefined)
  return (
    <Page
      title={words.deposit.chooserTitle}
      lead={words.deposit.chooserLead}
      wide
      tools={<Link to={paths.depositHistory}>{words.deposit.history}</Link>}
    >
      <OpenPayments folded />
      {stops.length === 0 ? <BonusHint /> : null}
      {stops.map((stop) => (
        <DepositStopped key={stop.applies_to} stop={stop} />
      ))}
      {stops.some(({ applies_to }) => applies_to === 'all') ? null : data && methods ? (
        methods.length === 0 ? (
          <Empty title={words.deposit.none} />
        ) : (
          <Methods
            methods={methods.filter((method) => !stops.some(({ applies_to }) => applies_to === wayOf(method)))}
            currency={data.currency}
          />
        )
      ) : error ? (
        <Failure message={methodsSentence(words, error)} retry={() => void refetch()} retryLabel={words.portal.retry} />
      ) : (
        <>
          <p className={styles['loading']}>{words.deposit.loading}</p>
          <Skeleton lines={4} label={words.deposit.loading} />
        </>
      )}
    </Page>
  )
}

function Methods({ methods, currency }: { methods: Method[]; currency: Currency }) {
  const words = useWords()
  const navigate = useNavigate()
  const redirect = useRedirectPayment()
  const [chosen, setChosen] = useState<number>()
  const choose = (method: Method) => {
    const place = placeOf(method)
    if (!place || redirect.leaving) return
    setChosen(method.id)
    if ('to' in place) void navigate(place.to)
    else void redirect.start(method.redirect ? method.code : undefined)
  }
  return (
    <ul className={styles['methods']}>
      {methods.map((method) => {
        const isRedirect = 'redirect' in (placeOf(method) ?? {})
        const active = chosen === method.id && (!isRedirect || redirect.leaving)
        const label = active ? words.deposit.redirecting : words.deposit.proceed
        return (
          <li key={method.id} className={styles['method']}>
            <MethodMark name={method.redirect ? 'apay' : method.name.toLowerCase()} />
            <div>
              <h2>{method.display_name}</h2>
              <p>{say(method.description_text)}</p>
              <p className={styles['limits']}>
                {fill(words.deposit.limits, {
                  min: money(method.limits.min, currency),
                  max: money(method.limits.max, currency),
                })}
              </p>
            </div>
            {isRedirect && chosen === method.id && redirect.fault ? (
              <Notice tone="bad" role="alert">
                {redirect.fault}
              </Notice>
            ) : null}
            <Row spread>
              <Button aria-label={`${label}: ${method.display_name}`} busy={active} onClick={() => choose(method)}>
                {label}
              </Button>
              <Link
                to={method.history_path}
                aria-label={`${words.deposit.history}: ${method.display_name}`}
                className={styles['historyLink']}
              >
                {words.deposit.history}
              </Link>
            </Row>
          </li>
        )
      })}
    </ul>
  )
}
