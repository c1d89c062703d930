import type { PaymentDetail } from '@dhow/contract/deposit-families'
import { Button, buttonClass } from '@dhow/ui/button'
import { CopyLine } from '@dhow/ui/copy-line'
import { Notice } from '@dhow/ui/feedback'
import { Card, Stack } from '@dhow/ui/layout'
import { QrCode } from '../../shared/qr-code.tsx'
import { say } from '../../shared/say.ts'
import { useWords } from '../../shared/words/words.tsx'
import styles from './deposits.module.css'

/** Payment details with a copy button for each line, and the player's own code as the reference. */
export function PayTo({ detail, code }: { detail: PaymentDetail; code: string }) {
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
        {detail.note ? <Notice>{say(detail.note)}</Notice> : null}
      </Stack>
    </Card>
  )
}

/** Choice of the account that was paid, if a method has several. */
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
