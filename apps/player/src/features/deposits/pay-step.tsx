import type { PaymentDetail } from '@dhow/contract/deposit-calls'
import type { Currency } from '@dhow/contract/money'
import { Button, buttonClass } from '@dhow/ui/button'
import { CopyLine } from '@dhow/ui/copy-line'
import { Notice } from '@dhow/ui/feedback'
import { Card, Stack } from '@dhow/ui/layout'
import { amountFault, type Range } from '../../shared/amount-rules.ts'
import { QrCode } from '../../shared/qr-code.tsx'
import { translate } from '../../shared/translate.ts'
import { useWords } from '../../shared/words/words.tsx'
import styles from './deposits.module.css'
import { withAmount } from './upi-link.ts'

/** Payment details with a copy button each, and the player's code as the reference; a UPI link includes the amount. */
export function PayStep({
  payTo: { details, deposit_code, currency },
  detail,
  choose,
  amount,
  range,
}: {
  payTo: { details: PaymentDetail[]; deposit_code: string; currency: Currency }
  detail: PaymentDetail
  choose: (id: number) => void
  /** Amount as typed. */
  amount: string
  range: Range | undefined
}) {
  const words = useWords()
  const isAmount = amountFault(words.deposit, amount, range, currency) === undefined
  const link = detail.qr === null ? undefined : isAmount ? withAmount(detail.qr, amount, currency) : detail.qr
  return (
    <Card>
      <Stack>
        <h2>{words.deposit.stepPay}</h2>
        <Choice
          label={words.deposit.detail}
          rows={details.map(({ id, name_text }) => ({ id, name: translate(name_text) }))}
          chosen={detail.id}
          choose={choose}
        />
        <p>{words.deposit.payLead}</p>
        <dl>
          <CopyLine label={words.deposit.yourCode} value={deposit_code} words={words.copy} />
          {detail.lines.map((line) => (
            <CopyLine
              key={line.label}
              label={translate(line.label_text)}
              value={line.value}
              copy={line.copy}
              words={words.copy}
            />
          ))}
        </dl>
        {link === undefined ? null : (
          <>
            <a href={link} className={buttonClass('quiet')}>
              {words.deposit.openApp}
            </a>
            <QrCode text={link} label={words.deposit.qr} />
          </>
        )}
        {detail.note ? <Notice>{translate(detail.note)}</Notice> : null}
      </Stack>
    </Card>
  )
}

/** Choice of the account paid to, if a method has several. */
export function Choice({
  label,
  rows,
  chosen,
  choose,
}: {
  label: string
  rows: readonly { id: number; name: string }[]
  chosen: number | undefined
  choose: (id: number) => void
}) {
  if (rows.length < 2) return null
  return (
    <div className={styles['choice']} role="group" aria-label={label}>
      {rows.map((row) => (
        <Button key={row.id} kind="quiet" small aria-pressed={row.id === chosen} onClick={() => choose(row.id)}>
          {row.name}
        </Button>
      ))}
    </div>
  )
}
