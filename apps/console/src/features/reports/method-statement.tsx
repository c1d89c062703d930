import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReplyOf } from '@dhow/contract/operation'
import { methodFigures, type staffMethodStatement } from '@dhow/contract/report-statements'
import { Empty } from '@dhow/ui/feedback'
import { Table } from '@dhow/ui/table'
import { call } from '../../shared/api.ts'
import { DefinedName } from '../../shared/definition.tsx'
import { formatMoney } from '../../shared/format.ts'
import { en } from '../../shared/words/en.ts'
import { ReportPage, useAsked } from './report-page.tsx'
import styles from './reports.module.css'

const words = en.reports.methodStatement
type Statement = ReplyOf<typeof staffMethodStatement>

/** Payment methods compared with their account statements; market and days are in the address. */
export function MethodStatement() {
  const { asked } = useAsked()
  const statement = useQuery({
    queryKey: ['method-statement', asked],
    queryFn: () => call('staffMethodStatement', { query: asked }),
    placeholderData: keepPreviousData,
  })
  return (
    <ReportPage
      screen="methods"
      title={words.title}
      lead={words.lead}
      query={statement}
      files={['staffMethodStatementFile', 'staffMethodStatementWorkbook']}
    >
      {(reply) =>
        reply.accounts.length === 0 && reply.payouts.count === 0 ? (
          <Empty title={words.nothing} />
        ) : (
          <Content statement={reply} />
        )
      }
    </ReportPage>
  )
}

function Content({ statement: { accounts, payouts, currency } }: { statement: Statement }) {
  const amount = (value: string | null) => (value === null ? '–' : formatMoney(value, currency))
  const counted = (count: number, value: string) =>
    count === 0 ? '0' : `${formatMoney(value, currency)} (${count.toLocaleString('en')})`
  return (
    <>
      <section className={styles['part']}>
        <h2>{words.deposits}</h2>
        <Table
          label={words.deposits}
          columns={[
            { key: 'account', label: en.reports.account },
            { key: 'deposits', label: methodFigures.deposits.name, isNumber: true },
            { key: 'reversed', label: methodFigures.reversed.name, isNumber: true },
            { key: 'fee', label: methodFigures.fee.name, isNumber: true },
            { key: 'theirs', label: methodFigures.theirs.name, isNumber: true },
            { key: 'difference', label: methodFigures.difference.name, isNumber: true },
          ]}
          rows={accounts.map((row) => ({
            key: row.account,
            cells: {
              account: row.name,
              deposits: counted(row.count, row.deposits),
              reversed: counted(row.reversed_count, row.reversed),
              fee: formatMoney(row.fee, currency),
              theirs: amount(row.theirs),
              difference: amount(row.difference),
            },
          }))}
        />
      </section>
      <section className={styles['part']}>
        <h2>
          <DefinedName {...methodFigures.payouts} />
        </h2>
        <Table
          label={methodFigures.payouts.name}
          columns={[
            { key: 'amount', label: words.sent, isNumber: true },
            { key: 'theirs', label: methodFigures.theirs.name, isNumber: true },
            { key: 'difference', label: methodFigures.difference.name, isNumber: true },
          ]}
          rows={[
            {
              key: 'payouts',
              cells: {
                amount: counted(payouts.count, payouts.amount),
                theirs: amount(payouts.theirs),
                difference: amount(payouts.difference),
              },
            },
          ]}
        />
      </section>
      <section className={styles['part']}>
        <h2>{words.meaning}</h2>
        <dl className={styles['meanings']}>
          {Object.values(methodFigures).map(({ name, definition }) => (
            <div key={name}>
              <dt>
                <strong>{name}</strong>
              </dt>
              <dd>{definition}</dd>
            </div>
          ))}
        </dl>
      </section>
    </>
  )
}
