import * as lines from '@dhow/contract/statement-lines'
import * as contract from '@dhow/contract/statements'
import * as reconciliation from '@dhow/contract/reconciliation'
import { attach, Bytes, done, type StaffSession } from '../../platform/http/call.ts'
import type { Listener } from '../../platform/http/listener.ts'
import type { Statements } from './index.ts'

export function serveStatements(
  { portal, console: { serve } }: { portal: Listener; console: Listener },
  statements: Statements,
) {
  const { reader, decisions } = statements
  portal.serve(contract.expectedPayments, async ({ query, request }) => ({
    ...done,
    payments: await statements.expectedPayments(request.headers.authorization, query.account),
  }))
  serve(contract.statementAccounts, async () => ({ ...done, accounts: await reader.accounts() }))
  serve(contract.importStatement, async ({ body, file, staff }) => {
    const imported = await statements.import({
      account: body.account,
      format: body.format ?? 'auto',
      mapping: body.mapping,
      file,
      by: staff,
    })
    return { ...done, ...imported, statement: await reader.statementReply(imported.statement) }
  })
  serve(contract.statements, async ({ query }) => ({ ...done, ...(await reader.statements(query)) }))
  serve(lines.statementLines, async ({ query, staff }) => ({ ...done, ...(await reader.lines(query, staff)) }))
  serve(lines.matchStatementLines, async ({ body }) => {
    const { exact, linked } = await statements.match(body.account)
    return { ...done, exact_matches: exact, linked }
  })
  serve(lines.approveExactLines, async ({ body, staff }) => ({
    ...done,
    outcomes: await statements.approveExact(body.pairs, staff),
  }))
  serve(lines.depositBankLines, async ({ params }) => ({ ...done, lines: await statements.linesForDeposit(params.id) }))
  serveLine({ serve }, statements)
  serve(reconciliation.reconciliation, async ({ query }) => ({
    ...done,
    ...(await statements.reconciliation(query.day)),
  }))
  serve(reconciliation.reconciliationDownload, async ({ query, reply }) => {
    const { day, csv } = await statements.reconciliationCsv(query.day)
    attach(reply, `reconciliation-${day}.csv`)
    return new Bytes('text/csv; charset=utf-8', Buffer.from(csv))
  })

  function serveLine({ serve }: Pick<Listener, 'serve'>, { line }: Statements) {
    const reply = async (row: Awaited<ReturnType<typeof decisions.assign>>, by: StaffSession) => ({
      ...done,
      line: await reader.lineReply(row, by),
      waiting: await statements.waitingFor(row.id),
    })
    serve(lines.getStatementLine, async ({ params, staff }) => reply(await line(params.id), staff))
    serve(lines.creditLine, async ({ params, body, staff }) =>
      reply(await decisions.credit(params.id, staff, { ...body, depositId: body.deposit_id }), staff),
    )
    serve(lines.assignLine, async ({ params, body, staff }) =>
      reply(await decisions.assign(params.id, staff, { ...body, playerId: body.player_id }), staff),
    )
    serve(lines.linkLine, async ({ params, body, staff }) =>
      reply(await decisions.link(params.id, staff, { ...body, paymentId: body.payment_id }), staff),
    )
    serve(lines.dismissLine, async ({ params, body, staff }) =>
      reply(await decisions.dismiss(params.id, staff, body), staff),
    )
  }
}
