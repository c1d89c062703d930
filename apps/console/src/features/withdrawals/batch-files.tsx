import { useState } from 'react'
import type { PayoutBatch } from '@dhow/contract/payout-batches'
import { buttonClass } from '@dhow/ui/button'
import { Notice } from '@dhow/ui/feedback'
import { SelectField } from '@dhow/ui/field'
import { addressOf } from '../../shared/api.ts'
import { fill } from '../../shared/format.ts'
import form from '../../shared/form.module.css'
import styles from '../../shared/queue/detail.module.css'
import { usePermission } from '../../shared/session.tsx'
import { en } from '../../shared/words/en.ts'

const words = en.payouts

interface Layout {
  code: string
  name: string
  confirmed: boolean
}

/** The batch as bank files: pain.001, and CSV in a bank's layout. */
export function BatchFiles({
  batch,
  layouts,
  pain001,
}: {
  batch: PayoutBatch
  layouts: readonly Layout[]
  pain001: 'ready' | 'account_missing' | 'unsupported'
}) {
  const [code, setCode] = useState(layouts[0]?.code ?? '')
  const seesAccounts = usePermission('players.see_identity')
  const mayDownload = usePermission('withdrawals.send') && seesAccounts
  const layout = layouts.find((one) => one.code === code) ?? layouts[0]
  if (!mayDownload || batch.state === 'cancelled' || !layout) return null
  return (
    <section className={styles['block']} aria-label={words.files}>
      <h3>{words.files}</h3>
      <div className={form['short']}>
        <SelectField label={words.layout} value={layout.code} onChange={(event) => setCode(event.target.value)}>
          {layouts.map(({ code: value, name, confirmed }) => (
            <option key={value} value={value}>
              {confirmed ? name : fill(words.unconfirmedShort, { name })}
            </option>
          ))}
        </SelectField>
      </div>
      {layout.confirmed ? null : <Notice tone="warn">{words.unconfirmed}</Notice>}
      {pain001 === 'account_missing' ? <Notice tone="warn">{words.painMissing}</Notice> : null}
      <div className={styles['buttons']}>
        <a
          className={buttonClass('quiet')}
          href={addressOf('payoutBatchCsv', { id: batch.id }, { layout: layout.code })}
          download
        >
          {words.csv}
        </a>
        {pain001 === 'ready' ? (
          <a className={buttonClass('quiet')} href={addressOf('payoutBatchPain001', { id: batch.id })} download>
            {words.pain}
          </a>
        ) : null}
      </div>
    </section>
  )
}
