import * as contract from '@dhow/contract/receipts'
import { formatReceiptPage } from '@dhow/receipts/receipt-page'
import { attach, Bytes, done } from '../../platform/http/call.ts'
import type { Listener } from '../../platform/http/listener.ts'
import type { Receipts } from './index.ts'

const unlimited = { config: { rateLimit: false as const } }

/** The public log's files below `/log/`, as any web server could serve them (c2sp.org/tlog-tiles), and the receipts of a player. */
export function serveReceipts({ portal }: { portal: Listener }, receipts: Receipts) {
  portal.fastify.get<{ Params: { '*': string } }>('/log/*', unlimited, async ({ params }, reply) => {
    const file = await receipts.file(params['*'])
    if (!file) return reply.code(404).header('cache-control', 'no-cache').type('text/plain').send('not in the log\n')
    return reply
      .header('cache-control', file.isFinal ? 'public, max-age=31536000, immutable' : 'no-cache')
      .header('access-control-allow-origin', '*')
      .type(typeof file.content === 'string' ? 'text/plain; charset=utf-8' : 'application/octet-stream')
      .send(file.content)
  })
  portal.serve(contract.postingReceipt, async ({ session, params }) => ({
    ...done,
    ...(await receipts.receipt(session.playerId, params.id)),
  }))
  portal.serve(contract.receiptPage, async ({ session, params, reply }) => {
    const { receipt } = await receipts.receipt(session.playerId, params.id)
    attach(reply, `dhow-receipt-${params.id}.html`)
    return new Bytes('text/html; charset=utf-8', Buffer.from(formatReceiptPage(receipt)))
  })
  portal.serve(contract.paymentPostings, async ({ session, params }) => ({
    ...done,
    postings: await receipts.postingsOf(session.playerId, params.id),
  }))
}
