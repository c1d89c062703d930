import type { FastifyReply } from 'fastify'
import { auditProof } from '@dhow/contract/audit'
import * as liabilities from '@dhow/contract/liabilities'
import * as contract from '@dhow/contract/receipts'
import * as signed from '@dhow/contract/signed-statements'
import { formatReceiptPage } from '@dhow/receipts/receipt-page'
import { attach, Bytes, done } from '../../platform/http/call.ts'
import type { Listener } from '../../platform/http/listener.ts'
import { openCheckerPage } from './checker-page.ts'
import type { Receipts } from './index.ts'
import type { SavedFile } from './statements/statement-files.ts'

const unlimited = { config: { rateLimit: false as const } }

/**
 * The public log's files below `/log/`, as any web server could serve them (c2sp.org/tlog-tiles), and players'
 * receipts.
 */
export function serveReceipts(listeners: { portal: Listener; console: Listener }, receipts: Receipts) {
  const { portal } = listeners
  portal.fastify.get<{ Params: { '*': string } }>('/log/*', unlimited, async ({ params }, reply) => {
    const file = await receipts.file(params['*'])
    if (!file) return reply.code(404).header('cache-control', 'no-cache').type('text/plain').send('not in the log\n')
    return reply
      .header('cache-control', file.isFinal ? 'public, max-age=31536000, immutable' : 'no-cache')
      .header('access-control-allow-origin', '*')
      .type(typeof file.content === 'string' ? 'text/plain; charset=utf-8' : 'application/octet-stream')
      .send(file.content)
  })
  const policyOf = async () => (await receipts.file('policy'))?.content.toString()
  portal.fastify.get('/receipt-checker.html', unlimited, openCheckerPage(policyOf))
  portal.serve(contract.postingReceipt, async ({ session, params }) => ({
    ...done,
    ...(await receipts.receipt(session.playerId, params.id)),
  }))
  portal.serve(contract.receiptPage, async ({ session, params, reply }) => {
    const { receipt } = await receipts.receipt(session.playerId, params.id)
    attach(reply, `dhow-receipt-${params.id}.html`)
    return new Bytes('text/html; charset=utf-8', Buffer.from(formatReceiptPage(receipt)))
  })
  portal.serve(contract.receiptsOf, async ({ session, query }) => ({
    ...done,
    movements: await receipts.movementsOf(session.playerId, query.of),
  }))
  portal.serve(contract.commitmentProof, async ({ params, reply }) => {
    reply.header('access-control-allow-origin', '*')
    const { text } = await receipts.commitmentProof(params)
    return new Bytes('text/plain; charset=utf-8', Buffer.from(text))
  })
  listeners.console.serve(contract.forgetReceipts, async ({ params, staff: { operatorId }, body }) => ({
    ...done,
    ...(await receipts.forget({ playerId: params.id, operatorId, reason: body.reason })),
  }))
  listeners.console.serve(auditProof, async ({ params, reply }) => {
    attach(reply, `dhow-audit-${params.id}.txt`)
    return new Bytes('text/plain; charset=utf-8', Buffer.from(await receipts.auditProof(params.id)))
  })
  serveStatements(listeners, receipts)
  serveLiabilities(listeners, receipts)
}

function serveLiabilities(listeners: { portal: Listener; console: Listener }, receipts: Receipts) {
  const { serve } = listeners.portal
  serve(liabilities.liabilityDays, async () => ({ ...done, days: await receipts.liabilities.roots() }))
  serve(liabilities.liabilityShare, async ({ session }) => ({
    ...done,
    currency: session.currency,
    ...(await receipts.liabilities.share(session)),
  }))
  serve(liabilities.liabilityEntries, async ({ session, query, reply }) => {
    attach(reply, 'entries.csv')
    const bytes = await receipts.liabilities.entries(session.playerId, query.after, query.to)
    return new Bytes('text/csv; charset=utf-8', bytes)
  })
  listeners.console.serve(liabilities.staffLiabilities, async () => ({
    ...done,
    days: await receipts.liabilities.roots(),
  }))
  listeners.console.serve(liabilities.setBankBalance, async ({ staff, body }) => {
    await receipts.liabilities.setBankBalance(staff.operatorId, body)
    return done
  })
}

function serveStatements(listeners: { portal: Listener; console: Listener }, { statements }: Receipts) {
  const { serve } = listeners.portal
  const spanOf = ({ from, to }: { from: string; to: string }) => ({ from: new Date(from), to: new Date(to) })
  serve(signed.issueStatement, async ({ session: { playerId }, body }) => ({
    ...done,
    statement: await statements.issue({ playerId, ...spanOf(body) }),
  }))
  serve(signed.signedStatements, async ({ session }) => ({
    ...done,
    statements: await statements.list(session.playerId),
  }))
  serve(signed.statementFile, async ({ session, params, reply }) =>
    sendFile(reply, await statements.file(session.playerId, params.id, params.file)),
  )
  const staff = listeners.console
  staff.serve(signed.staffIssueStatement, async ({ params, staff: { operatorId }, body }) => ({
    ...done,
    statement: await statements.issue({ playerId: params.id, operatorId, ...spanOf(body) }),
  }))
  staff.serve(signed.staffSignedStatements, async ({ params }) => ({
    ...done,
    statements: await statements.listForOperator(params.id),
  }))
  staff.serve(signed.staffSignedStatementFile, async ({ params, staff: { operatorId }, reply }) =>
    sendFile(reply, await statements.fileForOperator(operatorId, params.id, params.statement, params.file)),
  )
}

function sendFile(reply: FastifyReply, { name, mediaType, bytes }: SavedFile): Bytes {
  attach(reply, name)
  return new Bytes(mediaType, bytes)
}
