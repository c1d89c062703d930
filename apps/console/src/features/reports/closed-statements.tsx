import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { ReplyOf } from '@dhow/contract/operation'
import { providerFigures, type staffProviderStatement } from '@dhow/contract/report-statements'
import { Button } from '@dhow/ui/button'
import { Table } from '@dhow/ui/table'
import { useToast } from '@dhow/ui/toast'
import { paths } from '../../app/paths.ts'
import { call, sentenceOf } from '../../shared/api.ts'
import { DefinedName } from '../../shared/definition.tsx'
import { fill, formatMoney } from '../../shared/format.ts'
import { usePermission } from '../../shared/session.tsx'
import { en } from '../../shared/words/en.ts'
import styles from './reports.module.css'

const words = en.reports.providerStatement
type Statement = ReplyOf<typeof staffProviderStatement>
const figures = ['rounds', 'stakes', 'wins', 'ggr', 'rollbacks'] as const

/** Corrections to the days of earlier statements, and the total fee. */
export function Corrections({ statement: { corrections, currency, due } }: { statement: Statement }) {
  const rows = corrections.flatMap(({ number, games, fee }) => [
    ...games.map((row) => ({
      key: `${number} ${row.game_id}`,
      cells: {
        of: number,
        game: row.name,
        rounds: row.rounds.toLocaleString('en'),
        stakes: formatMoney(row.stakes, currency),
        wins: formatMoney(row.wins, currency),
        ggr: formatMoney(row.ggr, currency),
        rollbacks: row.rollbacks.toLocaleString('en'),
        fee: '',
      },
    })),
    { key: number, cells: { of: number, game: words.total, fee: formatMoney(fee, currency) } },
  ])
  return (
    <section className={styles['part']}>
      <h2>
        <DefinedName name={words.corrections} definition={providerFigures.correction.definition} />
      </h2>
      {rows.length === 0 ? (
        <p>{words.noCorrections}</p>
      ) : (
        <Table
          label={words.corrections}
          columns={[
            { key: 'of', label: words.of },
            { key: 'game', label: words.game },
            ...figures.map((key) => ({ key, label: providerFigures[key].name, isNumber: true })),
            { key: 'fee', label: providerFigures.fee.name, isNumber: true },
          ]}
          rows={rows}
        />
      )}
      <p>
        <DefinedName {...providerFigures.due} /> <strong>{formatMoney(due, currency)}</strong>
      </p>
    </section>
  )
}

/** Closed statements of a provider, and the button to close the shown period. */
export function ClosedStatements({ statement }: { statement: Statement }) {
  const { statements, currency, market, provider } = statement
  const linkTo = (days: { from: string; to: string }) =>
    `${paths.reportProviders}?${new URLSearchParams({ market, provider, ...days })}`
  return (
    <section className={`${styles['part']} ${styles['controls']}`}>
      <h2>{words.statements}</h2>
      {statements.length > 0 ? (
        <Table
          label={words.statements}
          columns={[
            { key: 'number', label: words.statement },
            { key: 'days', label: words.days },
            { key: 'due', label: providerFigures.due.name, isNumber: true },
          ]}
          rows={statements.map(({ number, from, to, due }) => ({
            key: number,
            cells: {
              number: <Link to={linkTo({ from, to })}>{number}</Link>,
              days: `${from} – ${to}`,
              due: formatMoney(due, currency),
            },
          }))}
        />
      ) : null}
      <CloseButton statement={statement} />
    </section>
  )
}

function CloseButton({
  statement: { market, provider, from, to, today, number, next_from: next },
}: {
  statement: Statement
}) {
  const mayClose = usePermission('reports.close_statements')
  const client = useQueryClient()
  const toast = useToast()
  const close = useMutation({
    mutationFn: () => call('closeProviderStatement', { body: { market, provider, from, to } }),
    onSuccess: () => {
      toast(words.closed, 'good')
      return client.invalidateQueries({ queryKey: ['provider-statement'] })
    },
    onError: (error) => toast(sentenceOf(error), 'bad'),
  })
  if (!mayClose || number !== null) return null
  if (to >= today || (next !== null && next !== from))
    return <p className={styles['asOf']}>{next === null ? words.closeAfter : fill(words.nextFrom, { day: next })}</p>
  return (
    <div>
      <p className={styles['asOf']}>{fill(words.closeHint, { from, to })}</p>
      <Button kind="quiet" busy={close.isPending} onClick={() => close.mutate()}>
        {words.close}
      </Button>
    </div>
  )
}
