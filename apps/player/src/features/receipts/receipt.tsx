import { ApiError } from '@dhow/client/api-error'
import { currencies, formatDecimal, type Currency } from '@dhow/contract/money'
import { keysOf } from '@dhow/contract/keys-of'
import type { ReceiptReply } from '@dhow/contract/receipts'
import { isOneOf } from '@dhow/contract/records'
import { parseCheckpoint } from '@dhow/receipts/checkpoint'
import type { Entry } from '@dhow/receipts/entry'
import { parseNote } from '@dhow/receipts/note'
import { parseReceipt } from '@dhow/receipts/receipt'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Empty, Failure, Notice, Skeleton } from '@dhow/ui/feedback'
import { Card, Money, Stack } from '@dhow/ui/layout'
import { paths } from '../../app/paths.ts'
import { call, sentencesOf, waitOf } from '../../shared/api.ts'
import { Facts } from '../../shared/facts.tsx'
import { fill, formatCount, formatMoney } from '../../shared/format.ts'
import { formatSigned } from '../../shared/format-more.ts'
import { usePathParams } from '../../shared/match-path.ts'
import { Page, type PageHead } from '../../shared/page.tsx'
import { usePortal } from '../../shared/portal.tsx'
import { nameOf } from '../../shared/receipts.tsx'
import { useLanguage, useWords, type Words } from '../../shared/words/words.tsx'
import { CheckerLinks } from './checker-links.tsx'
import { PrintedCode } from './printed-code.tsx'
import { ReceiptActions } from './receipt-actions.tsx'
import styles from './receipts.module.css'

/** Most tries for a receipt that is not in the log yet; each answer has the time to wait. */
const maxTries = 20

/** One receipt: the log's entry, what it proves, and its file. */
export default function ReceiptScreen() {
  const words = useWords()
  const { id = '' } = usePathParams(paths.receipt)
  const { data, error, failureReason, refetch } = useQuery({
    queryKey: ['receipt', id],
    queryFn: () => call('postingReceipt', { params: { id } }),
    retry: (tries, failure) => tries < (isPending(failure) ? maxTries : 0),
    retryDelay: (_, failure) => (waitOf(failure) ?? 1) * 1_000,
  })
  const isMissing = error instanceof ApiError && error.status === 404
  return (
    <Page {...ReceiptScreen.head(words)}>
      {data ? (
        <Shown receipt={data} />
      ) : isMissing ? (
        <Empty title={words.receipt.missingTitle}>{words.receipt.missingText}</Empty>
      ) : error ? (
        <Failure message={sentencesOf(error).join(' ')} retry={() => void refetch()} retryLabel={words.portal.retry} />
      ) : isPending(failureReason) ? (
        <Notice role="status">{words.receipt.pendingLong}</Notice>
      ) : (
        <Skeleton lines={6} label={words.portal.loading} />
      )}
    </Page>
  )
}

ReceiptScreen.head = (words: Words): PageHead => ({ title: words.receipt.title })

const isPending = (error: unknown): boolean => error instanceof ApiError && error.code === 'receipt_pending'

function Shown({ receipt }: { receipt: ReceiptReply }) {
  const words = useWords()
  const language = useLanguage()
  const { settings } = usePortal()
  const { entry, proof } = parseReceipt(receipt.receipt)
  const { origin, size } = parseCheckpoint(parseNote(proof.checkpoint).text)
  const currency = currencyOf(entry)
  const change = entry.change.cash === 0n ? {} : { cash: formatDecimal(entry.change.cash) }
  return (
    <>
      <Card className={styles['sheet']}>
        <Stack>
          <p className={styles['printed']}>
            {[settings.portal_name, settings.operator_name, settings.licence].filter(Boolean).join(' · ')}
          </p>
          <div>
            <p className={styles['quiet']}>{nameOf({ reason: entry.reason, change }, words)}</p>
            <strong className={styles['amount']}>
              <Money>
                {currency === undefined ? entry.posting : formatSigned(formatDecimal(mainChange(entry)), currency)}
              </Money>
            </strong>
          </div>
          <Facts
            facts={[
              ...(currency === undefined ? [] : balanceFacts(entry, currency, words.receipt)),
              [words.receipt.time, entry.at.replace('T', ' ').slice(0, 19)],
              [words.receipt.entry, formatCount(entry.number, language)],
              [words.receipt.reference, <code key="key">{entry.key}</code>],
              [words.receipt.number, entry.posting],
            ]}
          />
          <hr className={styles['line']} />
          <Facts
            facts={[
              [
                words.receipt.log,
                <span key="log" translate="no">
                  {origin}
                </span>,
              ],
              [words.receipt.place, formatCount(proof.index, language)],
              [words.receipt.size, formatCount(size, language)],
            ]}
          />
          <div className={styles['unprinted']}>
            <ReceiptActions receipt={receipt} />
          </div>
          <PrintedCode receipt={receipt.receipt} posting={receipt.posting} />
        </Stack>
      </Card>
      <div className={styles['meanings']}>
        <ReceiptSection title={words.receipt.provesTitle} text={words.receipt.proves} />
        <ReceiptSection title={words.receipt.provesNotTitle} text={words.receipt.provesNot} />
        <ReceiptSection title={words.receipt.checkTitle} text={words.receipt.check}>
          <div className={styles['unprinted']}>
            <CheckerLinks />
          </div>
        </ReceiptSection>
      </div>
    </>
  )
}

const ReceiptSection = ({ title, text, children }: { title: string; text: string; children?: ReactNode }) => (
  <section>
    <h2>{title}</h2>
    <p>{text}</p>
    {children}
  </section>
)

const balances = [
  ['cash', 'cash'],
  ['bonus', 'bonus'],
  ['hold', 'hold'],
  ['in_play', 'inPlay'],
] as const

/** Change of the cash, else of the first balance that changed. */
function mainChange({ change }: Entry): bigint {
  const moved = balances.find(([, balance]) => change[balance] !== 0n)
  return moved === undefined ? 0n : change[moved[1]]
}

function balanceFacts({ change, after }: Entry, currency: Currency, words: ReturnType<typeof useWords>['receipt']) {
  return balances
    .filter(([, balance]) => change[balance] !== 0n)
    .map(([name, balance]) => {
      const later = fill(words.after, { amount: formatMoney(formatDecimal(after[balance]), currency) })
      return [words.balances[name], `${formatSigned(formatDecimal(change[balance]), currency)} · ${later}`] as const
    })
}

const currencyOf = ({ currency }: Entry): Currency | undefined =>
  isOneOf(keysOf(currencies), currency) ? currency : undefined
