import { useQuery } from '@tanstack/react-query'
import type { LiabilityDay } from '@dhow/contract/liabilities'
import { parseAmount, type Currency } from '@dhow/contract/money'
import { Empty } from '@dhow/ui/feedback'
import { Stack } from '@dhow/ui/layout'
import { call } from '../../shared/api.ts'
import { fill, formatCount, formatMoney } from '../../shared/format.ts'
import { formatDay } from '../../shared/format-more.ts'
import { LoadingOrError } from '../../shared/loading-or-error.tsx'
import { Page } from '../../shared/page.tsx'
import { renderedAtMs, usePortal } from '../../shared/portal.tsx'
import { useSession } from '../../shared/session.tsx'
import { useLanguage, useWords } from '../../shared/words/words.tsx'
import { CheckBalance } from './check-balance.tsx'
import { CheckerLinks } from './checker-links.tsx'
import styles from './receipts.module.css'

/** Accounts left out in the example of cheating. */
const cheatedAccounts = 100

/** Public page of the debts to all players by day; signed-in players can check their own balance. */
export default function Liabilities() {
  const words = useWords()
  const { liabilities: rendered } = usePortal()
  const { session } = useSession()
  const { data, error, refetch } = useQuery({
    queryKey: ['liabilities'],
    queryFn: () => call('liabilityDays'),
    ...(rendered
      ? { initialData: { status: 'success' as const, days: rendered }, initialDataUpdatedAt: renderedAtMs }
      : {}),
  })
  const currencies = [...new Set(data?.days.map(({ currency }) => currency))]
  return (
    <Page title={words.liabilities.title} lead={words.liabilities.lead} wide>
      {session.state === 'in' ? (
        <CheckBalance currency={session.user.currency} checked={() => void refetch()} />
      ) : (
        <p>{words.liabilities.signIn}</p>
      )}
      {data ? (
        currencies.length === 0 ? (
          <Empty title={words.liabilities.noneTitle}>{words.liabilities.noneText}</Empty>
        ) : (
          currencies.map((currency) => (
            <Days key={currency} currency={currency} days={data.days.filter((one) => one.currency === currency)} />
          ))
        )
      ) : (
        <LoadingOrError error={error} refetch={refetch} lines={6} />
      )}
      <p>{words.liabilities.proves}</p>
      <CheckerLinks />
    </Page>
  )
}

/** The days of one currency as a table with bars. */
function Days({ currency, days }: { currency: Currency; days: LiabilityDay[] }) {
  const words = useWords()
  const language = useLanguage()
  const title = fill(words.liabilities.ofCurrency, { currency })
  const totals = days.map(({ total }) => Number(parseAmount(total) ?? 0n))
  const greatest = Math.max(1, ...totals)
  const [newest] = days
  return (
    <Stack as="section">
      <h2>{title}</h2>
      {/* Focusable, so that keys can scroll a table wider than the phone. */}
      <div className={styles['scroll']} role="region" aria-label={title} tabIndex={0}>
        <table className={styles['figures']}>
          <thead>
            <tr>
              <th scope="col">{words.liabilities.day}</th>
              <th scope="col">{words.liabilities.owed}</th>
              <td />
              <th scope="col">{words.liabilities.bank}</th>
              <th scope="col">{words.liabilities.checks}</th>
            </tr>
          </thead>
          <tbody>
            {days.map(({ day, total, bank_balance, checks }, at) => (
              <tr key={day}>
                <th scope="row">{formatDay(`${day}T12:00:00.000Z`, language)}</th>
                <td>{formatMoney(total, currency)}</td>
                <td>
                  <svg className={styles['bar']} viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
                    <rect width={((totals[at] ?? 0) / greatest) * 100} height="10" />
                  </svg>
                </td>
                <td>{bank_balance === null ? words.liabilities.notEntered : formatMoney(bank_balance, currency)}</td>
                <td>{formatCount(checks, language)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {newest ? <p>{chanceSentence(newest, words.liabilities.chance)}</p> : null}
    </Stack>
  )
}

/** Sentence with the probability that an operator who left out accounts is not found, after this many checks. */
function chanceSentence({ checks, root }: LiabilityDay, sentence: string): string {
  const leaves = Number(/^leaves (\d+)$/m.exec(root)?.[1] ?? 1)
  const unseen = (1 - Math.min(1, checks / leaves)) ** cheatedAccounts
  return fill(sentence, { checks, accounts: cheatedAccounts, percent: Math.round(unseen * 1_000) / 10 })
}
