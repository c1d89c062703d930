import * as contract from '@dhow/contract/blocklists'
import { attach, Bytes, done } from '../../platform/http/call.ts'
import type { Listener } from '../../platform/http/listener.ts'
import type { Blocklists } from './index.ts'

export function serveBlocklists({ console: { serve } }: { console: Listener }, blocklists: Blocklists) {
  serve(contract.blockEntries, async ({ query }) => ({ ...done, ...(await blocklists.list(query)) }))
  serve(contract.addBlock, async ({ staff, body }) => ({ ...done, entry: await blocklists.add(staff, body) }))
  serve(contract.removeBlock, async ({ staff, params, body }) => ({
    ...done,
    entry: await blocklists.remove(params.id, staff, body.reason),
  }))
  serve(contract.revealBlock, async ({ staff, params, body }) => ({
    ...done,
    value: await blocklists.reveal(params.id, staff, body.reason),
  }))
  serve(contract.previewBlocks, async ({ file }) => ({ ...done, ...(await blocklists.preview(file)) }))
  serve(contract.importBlocks, async ({ staff, file }) => ({ ...done, ...(await blocklists.import(file, staff)) }))
  serve(contract.blocksFile, async ({ staff, query, reply }) => {
    const csv = await blocklists.file(staff, query)
    attach(reply, 'blocklists.csv')
    return new Bytes('text/csv; charset=utf-8', Buffer.from(csv))
  })
}
