import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ReplyOf } from '@dhow/contract/operation'
import type { depositBankLines } from '@dhow/contract/statement-lines'
import { call } from '../../shared/api.ts'
import { fill, formatMoney } from '../../shared/format.ts'
import { en } from '../../shared/words/en.ts'
import styles from './bank-lines.module.css'

const words = en.deposits
export type BankLine = ReplyOf<typeof depositBankLines>['lines'][number]

/** Bank lines that match a deposit; a chosen one sets the amount and is the evidence of the credit. */
export function BankLines({
  depositId,
  chosen,
  choose,
}: {
  depositId: string
  chosen: BankLine | undefined
  choose: (line: BankLine | undefined) => void
}) {
  const asked = useQuery({
    queryKey: ['deposit-bank-lines', depositId],
    queryFn: () => call('depositBankLines', { params: { id: depositId } }),
  })
  const lines = asked.data?.lines ?? []
  useEffect(() => {
    // The lines push the field in focus down.
    document.activeElement?.scrollIntoView?.({ block: 'nearest' })
  }, [lines.length])
  if (lines.length === 0) return asked.isPending ? null : <p className={styles['none']}>{words.noLines}</p>
  return (
    <fieldset className={styles['lines']}>
      <legend>{words.lines}</legend>
      {lines.map((line) => (
        <label key={line.id} className={styles['line']}>
          <input type="radio" name="bank-line" checked={chosen?.id === line.id} onChange={() => choose(line)} />
          <span>
            <strong>{formatMoney(line.amount, line.currency)}</strong>{' '}
            {fill(words.lineFacts, { day: line.day, reference: line.reference || words.noReference })}{' '}
            <span className={styles['text']}>{line.text}</span>
          </span>
        </label>
      ))}
      <label className={styles['line']}>
        <input type="radio" name="bank-line" checked={chosen === undefined} onChange={() => choose(undefined)} />
        <span>{words.withoutLine}</span>
      </label>
    </fieldset>
  )
}
