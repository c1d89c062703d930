import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import type { ReplyOf } from '@dhow/contract/operation'
import { providerFigures, type staffProviderStatement } from '@dhow/contract/report-statements'
import { Empty, Notice } from '@dhow/ui/feedback'
import { SelectField, TextField } from '@dhow/ui/field'
import { Table } from '@dhow/ui/table'
import { asTyped } from '../../shared/as-typed.ts'
import { call, errorsOf, sentenceOf, upload } from '../../shared/api.ts'
import { DefinedName } from '../../shared/definition.tsx'
import { fill, formatMoney, formatTime } from '../../shared/format.ts'
import { en } from '../../shared/words/en.ts'
import { ClosedStatements, Corrections } from './closed-statements.tsx'
import { FeeTable } from './fee-table.tsx'
import { ReportPage, useAsked } from './report-page.tsx'
import styles from './reports.module.css'

const words = en.reports.providerStatement
type Statement = ReplyOf<typeof staffProviderStatement>
const files = ['staffProviderStatementFile', 'staffProviderStatementWorkbook'] as const

/** Statement of a game provider; market, days and provider are in the address. */
export function ProviderStatement() {
  const { asked, params, change } = useAsked()
  const provider = params.get('provider') ?? undefined
  const statement = useQuery({
    queryKey: ['provider-statement', asked, provider],
    queryFn: () => call('staffProviderStatement', { query: { ...asked, provider } }),
    placeholderData: keepPreviousData,
  })
  const known = statement.data
  return (
    <ReportPage
      screen="providers"
      title={words.title}
      lead={known && known.provider !== '' ? leadOf(known) : words.lead}
      query={statement}
      {...(known?.provider === '' ? {} : { files })}
      fileQuery={known ? { provider: known.provider } : {}}
      choices={
        known && known.providers.length > 0 ? (
          <SelectField label={en.reports.provider} {...asTyped(known.provider, (provider) => change({ provider }))}>
            {known.providers.map((code) => (
              <option key={code}>{code}</option>
            ))}
          </SelectField>
        ) : null
      }
    >
      {(reply) => (
        <>
          {reply.games.length === 0 && reply.corrections.length === 0 ? (
            <Empty title={en.reports.noPlay} />
          ) : (
            <Content statement={reply} />
          )}
          {reply.sha256 === null ? null : (
            <p className={styles['hash']} translate="no">
              {fill(words.hash, { hash: reply.sha256 })}
            </p>
          )}
          {reply.provider === '' ? null : <ClosedStatements statement={reply} />}
        </>
      )}
    </ReportPage>
  )
}

const leadOf = ({ number, closed_at: closedAt }: Statement) =>
  number === null || closedAt === null ? words.draft : fill(words.number, { number, when: formatTime(closedAt) })

function Content({ statement }: { statement: Statement }) {
  const { currency, games, total, fees, fee } = statement
  const cellsOf = (row: Statement['total']) => ({
    rounds: row.rounds.toLocaleString('en'),
    stakes: formatMoney(row.stakes, currency),
    wins: formatMoney(row.wins, currency),
    ggr: formatMoney(row.ggr, currency),
    rollbacks:
      row.rollbacks === 0 ? '0' : `${row.rollbacks.toLocaleString('en')} (${formatMoney(row.rolled_back, currency)})`,
  })
  const figures = ['rounds', 'stakes', 'wins', 'ggr', 'rollbacks'] as const
  return (
    <>
      <section className={styles['part']}>
        <h2>{fill(words.games, { provider: statement.provider, from: statement.from, to: statement.to })}</h2>
        <Table
          label={words.title}
          columns={[
            { key: 'game', label: words.game },
            ...figures.map((key) => ({ key, label: providerFigures[key].name, isNumber: true })),
          ]}
          rows={[
            ...games.map((row) => ({ key: row.game_id, cells: { game: row.name, ...cellsOf(row) } })),
            { key: 'total', isSum: true, cells: { game: words.total, ...cellsOf(total) } },
          ]}
        />
      </section>
      <section className={styles['part']}>
        <h2>
          <DefinedName {...providerFigures.fee} />
        </h2>
        <FeeTable label={providerFigures.fee.name} rows={fees} total={fee} currency={currency} />
      </section>
      <Corrections statement={statement} />
      <Comparison key={`${statement.provider} ${statement.from} ${statement.to}`} statement={statement} />
    </>
  )
}

/** Comparison of the provider's statement with ours. */
function Comparison({ statement: { market, provider, from, to } }: { statement: Statement }) {
  const compare = useMutation({
    mutationFn: (file: File) => upload('compareProvider', { market, provider, from, to }, { field: 'statement', file }),
  })
  const found = compare.data
  return (
    <section className={`${styles['part']} ${found ? '' : styles['controls']}`}>
      <h2>{words.compare}</h2>
      <div className={styles['controls']}>
        <TextField
          label={words.file}
          type="file"
          hint={words.fileHint}
          accept=".csv,text/csv"
          errors={errorsOf(compare.error, 'statement') ?? (compare.error ? [sentenceOf(compare.error)] : undefined)}
          onChange={(event) => {
            const [file] = event.target.files ?? []
            if (file) compare.mutate(file)
            event.target.value = ''
          }}
        />
      </div>
      {found ? (
        found.differences.length === 0 ? (
          <Notice tone="good">{fill(words.same, { count: found.rows })}</Notice>
        ) : (
          <Table
            label={words.differences}
            columns={[
              { key: 'game', label: words.game },
              { key: 'figure', label: words.figure },
              { key: 'ours', label: words.ours, isNumber: true },
              { key: 'theirs', label: words.theirs, isNumber: true },
              { key: 'difference', label: words.difference, isNumber: true },
            ]}
            rows={found.differences.map((row) => ({
              key: `${row.game} ${row.figure}`,
              cells: {
                game: row.game,
                figure: row.figure === 'game' ? words.onlyOne : providerFigures[row.figure].name,
                ours: row.ours ?? '–',
                theirs: row.theirs ?? '–',
                difference: row.difference ?? '–',
              },
            }))}
          />
        )
      ) : null}
    </section>
  )
}
