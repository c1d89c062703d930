import * as z from './bounded.ts'
import { operation } from './operation.ts'
import { idOf, instant, success } from './shapes.ts'

export const auditEntry = z.object({
  id: z.string(),
  at: instant,
  operator: z.nullable(z.string()),
  action: z.string(),
  subject: z.string(),
  text: z.string(),
  before: z.nullable(z.unknown()),
  after: z.nullable(z.unknown()),
})

export const staffAudit = operation({
  name: 'staffAudit',
  method: 'GET',
  path: '/staff/audit',
  access: 'staff',
  needs: ['audit.see'],
  summary:
    'The audit trail, newest first. Filter by subject, operator, kind (`deposit`, `deposit.approve`), or player including all of their payments.',
  query: z.object({
    subject: z.optional(z.string().check(z.maxLength(60))),
    operator: z.optional(z.string().check(z.maxLength(60))),
    player: z.optional(z.string().check(z.maxLength(64))),
    action: z.optional(z.string().check(z.maxLength(60))),
    from: z.optional(z.iso.date()),
    to: z.optional(z.iso.date()),
    cursor: z.optional(z.string().check(z.maxLength(200))),
  }),
  reply: z.object({ status: success, entries: z.array(auditEntry), next_cursor: z.nullable(z.string()) }),
  refusals: [],
})

export const auditProof = operation({
  name: 'auditProof',
  method: 'GET',
  path: '/staff/audit/:id/proof',
  access: 'staff',
  needs: ['audit.see'],
  summary:
    'Download the proof of one audit entry: the entry, the seal before it, the salt, and the proof that they are in the staff’s public log. `npm run -s receipt -- verify` checks it.',
  params: z.object({ id: idOf('aud') }),
  reply: z.unknown(),
  file: 'text/plain; charset=utf-8',
  refusals: ['not_found', 'receipt_pending'],
})

export const auditOperations = [staffAudit, auditProof]
