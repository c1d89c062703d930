import { useMutation, useQuery } from '@tanstack/react-query'
import { formatDecimal } from '@dhow/contract/money'
import type { SignedStatement } from '@dhow/contract/signed-statements'
import { settledEnd, statementFiles } from '@dhow/contract/statement-rules'
import { Button } from '@dhow/ui/button'
import { Table } from '@dhow/ui/table'
import { useToast } from '@dhow/ui/toast'
import { addressOf, call, sentenceOf } from '../../shared/api.ts'
import { Asked } from '../../shared/asked.tsx'
import { formatMoney, formatTime } from '../../shared/format.ts'
import detail from '../../shared/queue/detail.module.css'
import { usePermission, useRefresh } from '../../shared/session.tsx'
import { en } from '../../shared/words/en.ts'

const words = en.wallets.signed

interface Of {
  from: string
  until: string
}

/** Signed statements of a player, and a button to order one for the shown times, with permission. */
export function SignedStatements({ id, of }: { id: string; of: Of }) {
  return usePermission('players.issue_statement') ? <IssuedStatements id={id} of={of} /> : null
}

function IssuedStatements({ id, of }: { id: string; of: Of }) {
  const toast = useToast()
  const refresh = useRefresh()
  const asked = useQuery({
    queryKey: ['signed-statements', id],
    queryFn: () => call('staffSignedStatements', { params: { id } }),
  })
  const order = useMutation({
    mutationFn: () => {
      const to = settledEnd(new Date(of.until), new Date()).toJSON()
      return call('staffIssueStatement', { params: { id }, body: { from: of.from, to } })
    },
    onSuccess: () => {
      toast(words.issued, 'good')
      refresh('signed-statements')
    },
    onError: (error) => toast(sentenceOf(error), 'bad'),
  })
  return (
    <section className={detail['block']}>
      <h2>{words.title}</h2>
      <p className={detail['quiet']}>{words.lead}</p>
      <p>
        <Button kind="quiet" small busy={order.isPending} onClick={() => order.mutate()}>
          {words.issue}
        </Button>
      </p>
      <Asked query={asked}>
        {({ statements }) =>
          statements.length === 0 ? <p>{words.none}</p> : <StatementTable id={id} statements={statements} />
        }
      </Asked>
    </section>
  )
}

function StatementTable({ id, statements }: { id: string; statements: SignedStatement[] }) {
  return (
    <Table
      label={words.title}
      columns={[
        { key: 'from', label: en.wallets.statement.from },
        { key: 'to', label: en.wallets.statement.until },
        { key: 'entries', label: words.entries, isNumber: true },
        { key: 'closing', label: words.closing, isNumber: true },
        { key: 'files', label: words.files },
      ]}
      rows={statements.map((statement) => ({
        key: statement.id,
        cells: {
          from: formatTime(statement.from),
          to: formatTime(statement.to),
          entries: String(statement.entries),
          closing: formatMoney(formatDecimal(BigInt(statement.closing.cash)), statement.currency),
          files: statementFiles
            .filter((file) => statement.entries > 0 || file !== 'receipt.html')
            .map((file) => (
              <span key={file}>
                <a href={addressOf('staffSignedStatementFile', { id, statement: statement.id, file })} download>
                  {file}
                </a>{' '}
              </span>
            )),
        },
      }))}
    />
  )
}
