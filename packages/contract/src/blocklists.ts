import * as z from './bounded.ts'
import { fault } from './faults.ts'
import { operation } from './operation.ts'
import { reason } from './queue-shapes.ts'
import { idOf, instant, operatorText, success } from './shapes.ts'

/**
 * Blocked numbers, payout accounts, payers and devices. Values are masked in every answer; revealing one needs a reason, which is audited. Affected
 * players get `contact_us` for every kind.
 */

export const blockKinds = ['mobile', 'payout', 'payer', 'device'] as const
export type BlockKind = (typeof blockKinds)[number]
export const blockKind = z.enum(blockKinds)

/** Most lines of an uploaded file, and its size. */
export const maxBlockLines = 10_000
export const blockFileLimitBytes = 2_000_000

export const blocklistRefusals = {
  contact_us: { status: 403 },
  block_exists: { status: 409, sentence: 'This is on the list already.' },
  block_ended: { status: 409, sentence: 'This entry was removed in the meantime.' },
  block_file_unreadable: {
    status: 422,
    sentence:
      'This file cannot be read. The first line has to be “kind,value,reason,until”, and it may have 10,000 more.',
  },
  block_lines_wrong: { status: 422, sentence: 'The file has wrong lines, so nothing of it was added.' },
} as const

const entry = z.object({
  id: z.string(),
  kind: blockKind,
  /** Masked. */
  value: z.string(),
  reason: z.string(),
  by: z.nullable(z.string()),
  at: instant,
  /** End of the block; null for good. */
  until: z.nullable(instant),
  /** Early removal, if any. */
  removed: z.nullable(z.object({ by: z.nullable(z.string()), at: instant, reason: z.string() })),
  is_running: z.boolean(),
})

const value = z.string().check(z.trim(), z.minLength(1, fault('required')), z.maxLength(200))

export const blockEntries = operation({
  name: 'blockEntries',
  method: 'GET',
  path: '/staff/blocklists',
  access: 'staff',
  needs: ['blocklists.see'],
  summary: 'List blocklist entries, newest first. Filter by kind, by running or ended, or by a value in any spelling.',
  query: z.object({
    kind: z.optional(blockKind),
    ended: z.optional(z.enum(['yes'])),
    q: z.optional(z.string().check(z.maxLength(200))),
    cursor: z.optional(z.string().check(z.maxLength(200))),
  }),
  reply: z.object({
    status: success,
    entries: z.array(entry),
    next_cursor: z.nullable(z.string()),
    /** Active entries of each kind. */
    counts: z.object({ mobile: z.number(), payout: z.number(), payer: z.number(), device: z.number() }),
  }),
  refusals: [],
})

export const addBlock = operation({
  name: 'addBlock',
  method: 'POST',
  path: '/staff/blocklists',
  access: 'staff',
  needs: ['blocklists.edit'],
  summary:
    'Add an entry. Instead of the value, name a player (blocks their number), a payout account (its number) or a session (its device) by id.',
  body: z.object({
    kind: blockKind,
    value,
    reason,
    /** Last day, in UTC. */
    until: z.optional(z.iso.date()),
  }),
  reply: z.object({ status: success, entry }),
  refusals: ['block_exists', 'not_found'],
})

export const removeBlock = operation({
  name: 'removeBlock',
  method: 'POST',
  path: '/staff/blocklists/:id/remove',
  access: 'staff',
  needs: ['blocklists.edit'],
  summary: 'End an entry. It stays in the list as ended.',
  params: z.object({ id: idOf('blk') }),
  body: z.object({ reason }),
  reply: z.object({ status: success, entry }),
  refusals: ['not_found', 'block_ended'],
})

export const revealBlock = operation({
  name: 'revealBlock',
  method: 'POST',
  path: '/staff/blocklists/:id/reveal',
  access: 'staff',
  needs: ['blocklists.see', 'players.reveal'],
  summary: 'Show the value of an entry in full. The audit trail records who looked, and why.',
  params: z.object({ id: idOf('blk') }),
  body: z.object({ reason }),
  reply: z.object({ status: success, value: z.string() }),
  refusals: ['not_found'],
})

/** `new` is added, `already` is on the list, `again` repeats an earlier line; a `wrong` line rejects the whole file. */
export const blockLineResults = ['new', 'already', 'again', 'wrong'] as const

const file = {
  multipart: { file: 'list', limitBytes: blockFileLimitBytes },
  body: z.object({}),
} as const

const lineCounts = { new: z.number(), already: z.number(), again: z.number(), wrong: z.number() }

export const previewBlocks = operation({
  name: 'previewBlocks',
  method: 'POST',
  path: '/staff/blocklists/preview',
  access: 'staff',
  needs: ['blocklists.edit'],
  summary:
    'Check a CSV with the columns kind, value, reason and until (a day, or empty) and answer the result of each line. Adds nothing.',
  ...file,
  reply: z.object({
    status: success,
    counts: z.object(lineCounts),
    lines: z.array(
      z.object({
        /** Line number; line 1 has the column names. */
        line: z.number(),
        result: z.enum(blockLineResults),
        /** Null if missing in the line. */
        kind: z.nullable(blockKind),
        value: z.string(),
        until: z.nullable(instant),
        /** Error of a wrong line. */
        text: z.nullable(operatorText),
      }),
    ),
  }),
  refusals: ['block_file_unreadable'],
})

export const importBlocks = operation({
  name: 'importBlocks',
  method: 'POST',
  path: '/staff/blocklists/import',
  access: 'staff',
  needs: ['blocklists.edit'],
  summary: 'Add the lines of such a file that are not on the list yet: all of them, or none if a line is wrong.',
  ...file,
  reply: z.object({ status: success, added: z.number(), already: z.number() }),
  refusals: ['block_file_unreadable', 'block_lines_wrong'],
})

export const blocksFile = operation({
  name: 'blocksFile',
  method: 'GET',
  path: '/staff/blocklists.csv',
  access: 'staff',
  needs: ['blocklists.see'],
  summary:
    'Download the running entries as CSV, masked. With a reason, which the audit trail records, operators who may see numbers and accounts get the full values; such a file can be uploaded again.',
  query: z.object({ kind: z.optional(blockKind), reason: z.optional(reason) }),
  reply: z.unknown(),
  file: 'text/csv; charset=utf-8',
  refusals: [],
})

export const blocklistOperations = [
  blockEntries,
  addBlock,
  removeBlock,
  revealBlock,
  previewBlocks,
  importBlocks,
  blocksFile,
]
