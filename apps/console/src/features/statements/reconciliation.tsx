import { translate } from '../../shared/translate.ts'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { Link } from 'react-router'
import type { Difference } from '@dhow/contract/reconciliation'
import { buttonClass } from '@dhow/ui/button'
import { Badge, Empty, type Tone } from '@dhow/ui/feedback'
import { TextField } from '@dhow/ui/field'
import { Table } from '@dhow/ui/table'
import { pathOf, paths } from '../../app/paths.ts'
import { addressOf, call } from '../../shared/api.ts'
import { Asked } from '../../shared/asked.tsx'
import { formatMoney } from '../../shared/format.ts'
import form from '../../shared/form.module.css'
import { Page } from '../../shared/page.tsx'
import { usePermission } from '../../shared/session.tsx'
import { en } from '../../shared/words/en.ts'
import styles from './reconciliation.module.css'

const words = en.reconciliation
const tones: Record<Difference['kind'], Tone> = {
  missing_internal: 'warn',
  missing_external: 'bad',
  amount_mismatch: 'bad',
  status_mismatch: 'warn',
  not_linked: 'warn',
  duplicate: 'warn',
  not_covered: 'neutral',
  open_too_long: 'warn',
}

/** Reconciliation of one day: ledger, services and statements, with each difference and a link to settle it. */
export function Reconciliation() {
  const [params, setParams] = useSearchParams()
  const wanted = params.get('day') ?? undefined
  const mayDownload = usePermission('statements.export')
  const asked = useQuery({
    queryKey: ['reconciliation', wanted],
    queryFn: () => call('staffReconciliation', { query: { day: wanted } }),
  })
  const day = asked.data?.day ?? wanted ?? ''
  const download =
    mayDownload && day !== '' ? (
      <a className={buttonClass('quiet')} href={addressOf('reconciliationDownload', {}, { day })} download>
        {words.download}
      </a>
    ) : null
  return (
    <Page title={words.title} lead={words.lead} tools={download}>
      <div className={form['short']}>
        <TextField
          label={words.day}
          type="date"
          value={day}
          onChange={(event) => event.target.value && setParams({ day: event.target.value })}
        />
      </div>
      <Asked query={asked}>
        {({ accounts, differences }) => (
          <>
            {accounts.length === 0 ? (
              <Empty title={words.nothing}>{words.nothingText}</Empty>
            ) : (
              <Table
                label={words.accounts}
                columns={[
                  { key: 'account', label: words.account },
                  { key: 'covered', label: words.covered },
                  { key: 'ours', label: words.ours, isNumber: true },
                  { key: 'theirs', label: words.theirs, isNumber: true },
                  { key: 'matched', label: words.matched, isNumber: true },
                  { key: 'differences', label: words.differences, isNumber: true },
                  { key: 'suspense', label: words.suspense, isNumber: true },
                ]}
                rows={accounts.map((account) => ({
                  key: account.account,
                  cells: {
                    account: `${account.account_name} · ${account.timezone}`,
                    covered: (
                      <Badge tone={account.covered ? 'good' : 'warn'}>{account.covered ? words.yes : words.no}</Badge>
                    ),
                    ours: formatMoney(account.ours, account.currency),
                    theirs: formatMoney(account.theirs, account.currency),
                    matched: account.matched,
                    differences: account.differences,
                    suspense: formatMoney(account.suspense, account.currency),
                  },
                }))}
              />
            )}
            <h2>{words.differences}</h2>
            <Differences rows={differences} />
          </>
        )}
      </Asked>
    </Page>
  )
}

/** Path of the screen to settle a difference. */
const actionPath = (row: Difference): string =>
  row.action_id === null ? paths.statements : (pathOf(row.action_id) ?? paths.reconciliation)

function Differences({ rows }: { rows: Difference[] }) {
  if (rows.length === 0) return <Empty title={words.none}>{words.noneText}</Empty>
  return (
    <Table
      label={words.differences}
      columns={[
        { key: 'kind', label: words.kind },
        { key: 'account', label: words.account },
        { key: 'ours', label: words.ours, isNumber: true },
        { key: 'theirs', label: words.theirs, isNumber: true },
        { key: 'text', label: words.text },
        { key: 'action', label: words.action },
      ]}
      rows={rows.map((row, index) => ({
        key: String(index),
        cells: {
          kind: <Badge tone={tones[row.kind]}>{words.kinds[row.kind]}</Badge>,
          account: row.account_name,
          ours: row.ours === null ? '–' : formatMoney(row.ours, row.currency),
          theirs: row.theirs === null ? '–' : formatMoney(row.theirs, row.currency),
          text: [translate(row.text), row.reference].filter(Boolean).join(' '),
          action: (
            <Link className={`${buttonClass('quiet', { small: true })} ${styles['action']}`} to={actionPath(row)}>
              {words.actions[row.action]}
            </Link>
          ),
        },
      }))}
    />
  )
}
