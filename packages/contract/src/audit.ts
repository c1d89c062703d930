import * as z from './bounded.ts'
import { operation } from './operation.ts'
import { instant, success } from './shapes.ts'

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
    'What operators did, newest first: about one thing, by one operator, of one kind (`deposit`, `deposit.approve`), or about a player with all of their payments.',
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

export const auditOperations = [staffAudit]
