import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { Button } from '@dhow/ui/button'
import { Empty, Failure, Skeleton } from '@dhow/ui/feedback'
import { paths } from '../../app/paths.ts'
import { call, sentencesOf } from '../../shared/api.ts'
import { fill, money } from '../../shared/format.ts'
import { Page } from '../../shared/page.tsx'
import { useWords } from '../../shared/words/words.tsx'
import styles from './deposits.module.css'
import { pathOfMethod } from './families.ts'

/** How to pay: one card a method that is open in the player's market. */
export default function PaymentMethod() {
  const words = useWords()
  const navigate = useNavigate()
  const [chosen, setChosen] = useState<string>()
  const { data, error, refetch } = useQuery({
    queryKey: ['payment-methods'],
    queryFn: () => call('paymentMethods', { query: { type: 'deposit' } }),
  })
  const choose = (name: string) => {
    setChosen(name)
    void navigate(pathOfMethod[name] ?? paths.paymentMethod)
  }
  return (
    <Page
      title={words.deposit.chooserTitle}
      lead={words.deposit.chooserLead}
      tools={<Link to={paths.depositHistory}>{words.deposit.history}</Link>}
    >
      {data ? (
        data.methods.length === 0 ? (
          <Empty title={words.deposit.none} />
        ) : (
          <ul className={styles['methods']}>
            {data.methods
              .filter((method) => method.name in pathOfMethod)
              .map((method) => (
                <li key={method.id} className={styles['method']}>
                  <MethodMark name={method.name} />
                  <div>
                    <h2>{method.display_name}</h2>
                    <p>{method.description}</p>
                    <p className={styles['limits']}>
                      {fill(words.deposit.limits, {
                        min: money(method.limits.min, data.currency),
                        max: money(method.limits.max, data.currency),
                      })}
                    </p>
                  </div>
                  <Button
                    aria-label={`${words.deposit.proceed}: ${method.display_name}`}
                    busy={chosen === method.name}
                    onClick={() => choose(method.name)}
                  >
                    {chosen === method.name ? words.deposit.redirecting : words.deposit.proceed}
                  </Button>
                </li>
              ))}
          </ul>
        )
      ) : error ? (
        <Failure
          message={sentencesOf(error).join(' ') || words.errors.methodsFailed}
          retry={() => void refetch()}
          retryLabel={words.portal.retry}
        />
      ) : (
        <Skeleton lines={4} label={words.deposit.loading} />
      )}
    </Page>
  )
}

/** Neutral marks of our own: a house of columns for banks, a phone for wallets. */
function MethodMark({ name }: { name: string }) {
  const path =
    name === 'india'
      ? 'M8 3h8a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1ZM11 18h2M10 8l4 4m0-4-4 4'
      : 'M3 9.500 12 4l9 5.500H3ZM5 10v8m4.500-8v8m5-8v8m4.500-8v8M3 20h18'
  return (
    <svg
      className={styles['mark']}
      width="44"
      height="44"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  )
}
