import * as z from './bounded.ts'
import { operation } from './operation.ts'
import { currency, idOf, instant, success } from './shapes.ts'
import { statementFiles } from './statement-rules.ts'

export const signedStatementRefusals = {
  statement_span: { status: 422 },
  statement_full: { status: 422 },
} as const

const minor = z.string().check(z.regex(/^[0-9]{1,18}$/))
const balances = z.object({ cash: minor, bonus: minor, hold: minor, in_play: minor })

export const signedStatement = z.object({
  id: z.string(),
  from: instant,
  /** First instant after the span. */
  to: instant,
  currency,
  entries: z.number(),
  /** In minor units. */
  opening: balances,
  closing: balances,
  issued_at: instant,
  issued_by: z.enum(['player', 'operator']),
})
export type SignedStatement = z.output<typeof signedStatement>

const file = z.enum(statementFiles)

const span = z.object({ from: instant, to: instant })
const mayRefuse = ['statement_span', 'statement_full', 'receipt_pending', 'not_found'] as const
const listReply = z.object({ status: success, statements: z.array(signedStatement) })
const fileType = 'application/octet-stream'

export const issueStatement = operation({
  name: 'issueStatement',
  method: 'POST',
  path: '/player/statements',
  access: 'player',
  summary:
    'Issue a signed statement of the player’s account from one moment until before another: at most 366 days, ended a minute ago or more. The same span always gives the same statement.',
  body: span,
  reply: z.object({ status: success, statement: signedStatement }),
  refusals: mayRefuse,
})

export const signedStatements = operation({
  name: 'signedStatements',
  method: 'GET',
  path: '/player/statements',
  access: 'player',
  summary: 'The player’s signed statements, the newest span first.',
  reply: listReply,
  refusals: [],
})

export const statementFile = operation({
  name: 'statementFile',
  method: 'GET',
  path: '/player/statements/:id/:file',
  access: 'player',
  summary: 'Download a file of a signed statement; always the same bytes.',
  params: z.object({ id: idOf('stm'), file }),
  reply: z.unknown(),
  file: fileType,
  refusals: ['not_found'],
})

const player = idOf('ply')

export const staffIssueStatement = operation({
  name: 'staffIssueStatement',
  method: 'POST',
  path: '/staff/players/:id/signed-statements',
  access: 'staff',
  needs: ['players.issue_statement'],
  summary: 'Issue a signed statement for a player, as the player can. The audit trail and the player’s list record it.',
  params: z.object({ id: player }),
  body: span,
  reply: z.object({ status: success, statement: signedStatement }),
  refusals: mayRefuse,
})

export const staffSignedStatements = operation({
  name: 'staffSignedStatements',
  method: 'GET',
  path: '/staff/players/:id/signed-statements',
  access: 'staff',
  needs: ['players.issue_statement'],
  summary: 'A player’s signed statements, the newest span first.',
  params: z.object({ id: player }),
  reply: listReply,
  refusals: ['not_found'],
})

export const staffSignedStatementFile = operation({
  name: 'staffSignedStatementFile',
  method: 'GET',
  path: '/staff/players/:id/signed-statements/:statement/:file',
  access: 'staff',
  needs: ['players.issue_statement'],
  summary: 'Download a file of a player’s signed statement. The audit trail records it.',
  params: z.object({ id: player, statement: idOf('stm'), file }),
  reply: z.unknown(),
  file: fileType,
  refusals: ['not_found'],
})

export const signedStatementOperations = [
  issueStatement,
  signedStatements,
  statementFile,
  staffIssueStatement,
  staffSignedStatements,
  staffSignedStatementFile,
]
