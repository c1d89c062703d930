import type { paymentMethods } from '@dhow/contract/deposit-calls'
import type { Currency } from '@dhow/contract/money'
import type { ReplyOf } from '@dhow/contract/operation'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from '../../shared/router.tsx'
import { Button } from '@dhow/ui/button'
import { Badge, Empty, Failure, Notice, Skeleton } from '@dhow/ui/feedback'
import { paths } from '../../app/paths.ts'
import { formatWholeMoney } from '../../shared/format-more.ts'
import { Link } from '../../shared/link.tsx'
import { OpenPayments, useOpenPayments } from '../../shared/open-payments.tsx'
import { Page, type PageHead } from '../../shared/page.tsx'
import { translate } from '../../shared/translate.ts'
import { useWords, type Words } from '../../shared/words/words.tsx'
import styles from './deposits.module.css'
import { bonusesQuery, depositOptionsQuery, methodsQuery } from './chooser-queries.ts'
import { BonusHint } from './bonus-hint.tsx'
import { DepositStopped, useDepositStops } from './deposit-gate.tsx'
import { methodsSentence } from './faults.ts'
import { methodPlaces } from './families.ts'
import { MethodMark } from './method-mark.tsx'
import { useRedirectPayment } from './redirect-payment.ts'
import { usualTime } from './usual-time.ts'

type Method = ReplyOf<typeof paymentMethods>['methods'][number]

/** Link of a method card; unknown methods are not shown. */
const placeOf = (method: Method) => methodPlaces[method.redirect ? 'apay' : method.name.toLowerCase()]

/** A method's way to deposit, by which open payments are counted. */
const getDepositWay = (method: Method) => {
  const target = placeOf(method)
  if (target === undefined || 'redirect' in target) return 'services'
  return target.to === paths.voucher ? 'vouchers' : 'transfers'
}

const lastUsedFirst = (methods: Method[]) => [
  ...methods.filter((row) => row.last_used),
  ...methods.filter((row) => !row.last_used),
]

/** Chooser of a deposit method: one row for each that is open in the player's market, last used first. */
export default function PaymentMethod() {
  const words = useWords()
  const stops = useDepositStops()
  const { data, error, refetch } = useQuery(methodsQuery)
  // Wait for all queries: an offer or open payment that loads later would shift the methods under a finger.
  const others = [useQuery(depositOptionsQuery()), useQuery(bonusesQuery), useOpenPayments()]
  const isKnown = others.every(({ isFetched }) => isFetched)
  const methods = isKnown ? data?.methods.filter((method) => placeOf(method) !== undefined) : undefined
  return (
    <Page {...PaymentMethod.head(words)}>
      <div className={styles['chooser']}>
        {isKnown ? (
          <>
            <OpenPayments folded />
            {stops.length === 0 ? <BonusHint /> : null}
            {stops.map((stop) => (
              <DepositStopped key={stop.applies_to} stop={stop} />
            ))}
          </>
        ) : null}
        {isKnown && stops.some(({ applies_to }) => applies_to === 'all') ? null : data && methods ? (
          methods.length === 0 ? (
            <Empty title={words.deposit.none} />
          ) : (
            <Methods
              methods={lastUsedFirst(methods).filter(
                (method) => !stops.some(({ applies_to }) => applies_to === getDepositWay(method)),
              )}
              currency={data.currency}
            />
          )
        ) : error ? (
          <Failure
            message={methodsSentence(words, error)}
            retry={() => void refetch()}
            retryLabel={words.portal.retry}
          />
        ) : (
          <>
            <p className={styles['loading']}>{words.deposit.loading}</p>
            <Skeleton lines={4} label={words.deposit.loading} />
          </>
        )}
      </div>
    </Page>
  )
}

PaymentMethod.head = (words: Words): PageHead => ({
  title: words.deposit.chooserTitle,
  // Link in the same line, which saves a phone half a method's height.
  lead: (
    <>
      {words.deposit.chooserLead} <Link to={paths.depositHistory}>{words.deposit.history}</Link>
    </>
  ),
  wide: true,
})

function Methods({ methods, currency }: { methods: Method[]; currency: Currency }) {
  const words = useWords()
  const navigate = useNavigate()
  const redirect = useRedirectPayment()
  const [chosen, setChosen] = useState<number>()
  const choose = (method: Method) => {
    const target = placeOf(method)
    if (!target || redirect.leaving) return
    setChosen(method.id)
    if ('to' in target) navigate(target.to)
    else void redirect.start(method.redirect ? method.code : undefined)
  }
  return (
    <ul className={styles['methods']}>
      {methods.map((method) => {
        const target = placeOf(method)
        if (!target) return null
        const isRedirect = 'redirect' in target
        const isActive = chosen === method.id && (!isRedirect || redirect.leaving)
        const label = isActive ? words.deposit.redirecting : words.deposit.proceed
        return (
          <li key={method.id} className={styles['method']}>
            <MethodMark mark={target.mark} />
            <div>
              <div className={styles['name']}>
                <h2>{translate(method.display_name_text)}</h2>
                {method.last_used ? (
                  <span className={styles['last']}>
                    <Badge tone="info">{words.deposit.lastUsed}</Badge>
                  </span>
                ) : null}
              </div>
              <p>{translate(method.description_text)}</p>
              <MethodFacts method={method} currency={currency} />
            </div>
            <Link
              to={method.history_path}
              className={styles['history']}
              aria-label={`${words.deposit.history}: ${translate(method.display_name_text)}`}
            >
              <span>{words.deposit.history}</span>
              <MethodMark mark="history" />
            </Link>
            {/* Its click area is the whole row. */}
            <Button
              kind="quiet"
              small
              className={styles['proceed']}
              aria-label={`${label}: ${translate(method.display_name_text)}`}
              busy={isActive}
              onClick={() => choose(method)}
            >
              <span>{label}</span>
              <MethodMark mark="go" />
            </Button>
            {isRedirect && chosen === method.id && redirect.fault ? (
              <Notice tone="bad" role="alert">
                {redirect.fault}
              </Notice>
            ) : null}
          </li>
        )
      })}
    </ul>
  )
}

/** Limits of a method, without zero cents, and its usual duration. */
function MethodFacts({ method: { limits, usual_minutes }, currency }: { method: Method; currency: Currency }) {
  const { deposit: words } = useWords()
  return (
    <div className={styles['facts']}>
      <span>
        {formatWholeMoney(limits.min, currency)} – {formatWholeMoney(limits.max, currency)}
      </span>
      {usual_minutes === undefined ? null : <strong>{usualTime(words, usual_minutes)}</strong>}
    </div>
  )
}
