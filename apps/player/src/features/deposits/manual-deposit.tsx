import type { Deposit, PaymentDetail } from '@dhow/contract/deposits'
import type { Currency } from '@dhow/contract/money'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { Button, buttonClass } from '@dhow/ui/button'
import { CopyLine } from '@dhow/ui/copy-line'
import { Failure, Notice, Skeleton } from '@dhow/ui/feedback'
import { TextField } from '@dhow/ui/field'
import { Card, Row, Stack } from '@dhow/ui/layout'
import { AmountField } from '../../shared/amount-field.tsx'
import { amountFault, rangeOf } from '../../shared/amount-rules.ts'
import { call, newKey, sentencesOf } from '../../shared/api.ts'
import { Facts } from '../../shared/facts.tsx'
import { useSubmit } from '../../shared/form.ts'
import { money } from '../../shared/format.ts'
import { Page } from '../../shared/page.tsx'
import formStyles from '../../shared/page.module.css'
import { useWords } from '../../shared/words/words.tsx'

import styles from './deposits.module.css'
import { families, type Family } from './families.ts'
import { QrCode } from '../../shared/qr-code.tsx'
import { ScreenshotField, screenshotFault } from './screenshot-field.tsx'

/** A transfer by hand: what to pay to, then what was paid. One screen for every manual family. */
export default function ManualDeposit() {
  const words = useWords()
  const { pathname } = useLocation()
  const family = families[pathname as keyof typeof families]
  const { data, error, refetch } = useQuery({
    queryKey: ['payment-details', family.details],
    queryFn: () => call(family.details),
  })
  const [place, setPlace] = useState(0)
  const [sent, setSent] = useState<Deposit>()
  const detail = data?.details[place]

  if (sent) return <Sent deposit={sent} history={family.history} again={() => setSent(undefined)} />
  return (
    <Page title={words.deposit.title} tools={<Link to={family.history}>{words.deposit.history}</Link>}>
      {data && detail ? (
        <>
          {data.details.length > 1 ? (
            <div className={styles['choice']} role="group" aria-label={words.deposit.detail}>
              {data.details.map((row, index) => (
                <Button key={row.id} kind="quiet" small aria-pressed={index === place} onClick={() => setPlace(index)}>
                  {row.name}
                </Button>
              ))}
            </div>
          ) : null}
          <PayTo detail={detail} code={data.deposit_code} />
          <Tell key={detail.id} family={family} detail={detail} symbol={data.symbol} onSent={setSent} />
        </>
      ) : error ? (
        <Failure message={sentencesOf(error).join(' ')} retry={() => void refetch()} retryLabel={words.portal.retry} />
      ) : data ? (
        <Notice tone="warn">{words.errors.detailsMissing}</Notice>
      ) : (
        <Skeleton lines={6} label={words.deposit.loading} />
      )}
    </Page>
  )
}

function PayTo({ detail, code }: { detail: PaymentDetail; code: string }) {
  const words = useWords()
  return (
    <Card>
      <Stack>
        <h2>{words.deposit.stepPay}</h2>
        <p>{words.deposit.payLead}</p>
        <dl>
          <CopyLine label={words.deposit.yourCode} value={code} words={words.copy} />
          {detail.lines.map((line) => (
            <CopyLine key={line.label} label={line.label} value={line.value} copy={line.copy} words={words.copy} />
          ))}
        </dl>
        {detail.qr ? (
          <>
            <QrCode text={detail.qr} label={words.deposit.qr} />
            <a href={detail.qr} className={buttonClass('quiet')}>
              {words.deposit.openApp}
            </a>
          </>
        ) : null}
        {detail.note ? <Notice>{detail.note}</Notice> : null}
      </Stack>
    </Card>
  )
}

function Tell({
  family,
  detail,
  symbol,
  onSent,
}: {
  family: Family
  detail: PaymentDetail
  symbol: string
  onSent: (deposit: Deposit) => void
}) {
  const words = useWords()
  const [amount, setAmount] = useState('')
  const [utr, setUtr] = useState('')
  const [file, setFile] = useState<File>()
  const range = rangeOf(detail.limits.min, detail.limits.max)
  // One key a filled-in form: however often it is sent, it is one deposit.
  const key = useRef(newKey())
  const form = useSubmit(
    ['amount', 'utr', 'image'],
    async () => {
      // The specification asks for a valid session before anything is sent.
      await call('verifyToken')
      const body = new FormData()
      body.set('amount', amount.trim())
      body.set('utr', utr)
      body.set(family.idField, String(detail.id))
      if (file) body.set('image', file, file.name)
      const answer = await call(family.submit, { form: body, key: key.current })
      onSent(answer.data.deposit)
    },
    () => {
      const faults = {
        amount: amountFault(words.deposit, amount, range, symbol),
        utr: utr.trim() === '' ? words.deposit.utrRequired : undefined,
        image: screenshotFault(words, file, detail.proof_required),
      }
      return Object.fromEntries(Object.entries(faults).flatMap(([name, fault]) => (fault ? [[name, [fault]]] : [])))
    },
  )
  const changed = (field: string) => {
    key.current = newKey()
    form.clear(field)
  }
  return (
    <Card>
      <form method="post" className={formStyles['form']} onSubmit={(event) => void form.submit(event)} noValidate>
        <h2>{words.deposit.stepTell}</h2>
        <AmountField
          value={amount}
          onValue={(value) => {
            setAmount(value)
            changed('amount')
          }}
          range={range}
          symbol={symbol}
          errors={form.fields['amount']}
        />
        <TextField
          label={detail.reference_label}
          hint={detail.reference_help}
          name="utr"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          required
          value={utr}
          onChange={(event) => {
            setUtr(event.target.value)
            changed('utr')
          }}
          errors={form.fields['utr']}
        />
        <ScreenshotField
          file={file}
          required={detail.proof_required}
          onFile={(next) => {
            setFile(next)
            changed('image')
          }}
          errors={form.fields['image']}
        />
        {form.message ? (
          <Notice tone="bad" role="alert">
            {form.message}
          </Notice>
        ) : null}
        <Button type="submit" wide busy={form.busy}>
          {form.busy ? words.deposit.submitting : words.deposit.submit}
        </Button>
      </form>
    </Card>
  )
}

function Sent({ deposit, history, again }: { deposit: Deposit; history: string; again: () => void }) {
  const words = useWords()
  return (
    <Page title={words.deposit.sent}>
      <Card>
        <Stack>
          <Facts
            facts={[
              [words.payment.declared, money(deposit.declared_amount, deposit.currency as Currency)],
              [words.payment.reference, deposit.utr],
            ]}
          />
          <Row>
            <Link to={history} className={buttonClass()}>
              {words.deposit.follow}
            </Link>
            <Button kind="quiet" onClick={again}>
              {words.deposit.another}
            </Button>
          </Row>
        </Stack>
      </Card>
    </Page>
  )
}
