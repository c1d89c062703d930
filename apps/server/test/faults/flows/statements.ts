import { over, type ServerProcess } from '../../processes.ts'
import { csvOfLines, importLines, linesOf, mapping } from '../../statements.ts'
import type { Flow, Operator } from '../crash-flows.ts'
import { depositPath, recordOf, type Headers, type Setup } from './setup.ts'

type Line = { playerId: string; id: string; version: number; depositId: string | undefined }
/** Files of different accounts: imports for one account are serialised. */
const walletAccounts = ['4', '5', '6', '7', '8']

/** The import of a statement, and the decisions about its lines. */
export function flowsOfStatements(setup: Setup) {
  const { world, cashier } = setup

  /** A line waiting in suspense, with its deposit if one was reported. */
  const waitingLine = async (at: number, reported: boolean): Promise<Line> => {
    const player = await world.player()
    const reference = `LINE${player.id.slice(-6)}${at}${reported ? 'T' : 'U'}`.toUpperCase()
    const answer = reported
      ? await player.form(depositPath, { manual_deposit_id: '2', amount: '500', utr: reference })
      : undefined
    await importLines(cashier, [{ amount: '500.00', reference }])
    const [line] = await linesOf(cashier, `q=${reference}`)
    return { playerId: player.id, id: line.id, version: line.version, depositId: answer?.json.data.deposit.id }
  }

  const lineRecord = async ({ id, depositId }: Line) => {
    const { kysely } = world.db
    const line = await kysely
      .selectFrom('statements.line')
      .select(['state', 'posting_id'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const audit = await kysely.selectFrom('staff.audit_entry').select('action').where('subject', '=', id).execute()
    const deposit = depositId === undefined ? null : await recordOf(setup, 'deposit', depositId)
    return {
      line: line.state,
      isPosted: line.posting_id !== null,
      audit: audit.map((entry) => entry.action),
      deposit: deposit && { state: deposit.state, postings: deposit.postings },
    }
  }

  const decide = (verb: string, body: (line: Line) => object) => ({
    role: 'cashier' as const,
    run: (server: ServerProcess, line: Line, headers: Headers, by: Operator) =>
      over(server, by, 'console').post(
        `/staff/statement-lines/${line.id}/${verb}`,
        { version: line.version, ...body(line) },
        headers,
      ),
    alreadyDone: 'statement_line_changed',
    before: { cash: 0n, held: 0n, inPlay: 0n },
    after: { cash: 50_000n, held: 0n, inPlay: 0n },
    record: lineRecord,
  })

  const creditLine: Flow<Line> = {
    ...decide('credit', ({ depositId }) => ({ deposit_id: depositId })),
    prepare: (at) => waitingLine(at, true),
    recordBefore: { line: 'waiting', isPosted: false, audit: [], deposit: { state: 'submitted', postings: 0 } },
    recordAfter: {
      line: 'credited',
      isPosted: true,
      audit: ['statement.credit'],
      deposit: { state: 'approved', postings: 1 },
    },
    boundaries: 32,
  }

  const assignLine: Flow<Line> = {
    ...decide('assign', ({ playerId }) => ({ player_id: playerId, note: 'killed while it was assigned' })),
    prepare: (at) => waitingLine(at, false),
    recordBefore: { line: 'waiting', isPosted: false, audit: [], deposit: null },
    recordAfter: { line: 'assigned', isPosted: true, audit: ['statement.assign'], deposit: null },
    boundaries: 26,
  }

  const dismissLine: Flow<Line> = {
    ...decide('dismiss', () => ({ reason: 'duplicate', note: 'killed while it was put aside' })),
    prepare: (at) => waitingLine(at, false),
    after: { cash: 0n, held: 0n, inPlay: 0n },
    recordBefore: { line: 'waiting', isPosted: false, audit: [], deposit: null },
    recordAfter: { line: 'dismissed', isPosted: true, audit: ['statement.dismiss'], deposit: null },
    boundaries: 14,
  }

  const importFile: Flow<{ playerId: string; name: string; account: string; bytes: Buffer }> = {
    async prepare(at) {
      const { id } = await world.player()
      const reference = `FILE${id.slice(-6)}${at}`.toUpperCase()
      const bytes = csvOfLines([
        { amount: '70.00', reference },
        { amount: '-5.00', reference: `${reference}FEE` },
      ])
      return { playerId: id, name: `${reference}.csv`, account: walletAccounts[at % walletAccounts.length]!, bytes }
    },
    role: 'cashier',
    run: (server, { name, account, bytes }, headers, by) =>
      over(server, by, 'console').form(
        '/staff/statements',
        {
          account,
          mapping: JSON.stringify(mapping),
          statement: new File([new Uint8Array(bytes)], name, { type: 'text/csv' }),
        },
        headers,
      ),
    before: { cash: 0n, held: 0n, inPlay: 0n },
    after: { cash: 0n, held: 0n, inPlay: 0n },
    async record({ name }) {
      const { kysely } = world.db
      const statement = await kysely
        .selectFrom('statements.statement')
        .selectAll()
        .where('file_name', '=', name)
        .executeTakeFirst()
      if (!statement) return null
      const lines = await kysely
        .selectFrom('statements.line')
        .select('id')
        .where('statement_id', '=', statement.id)
        .execute()
      const posting = await kysely
        .selectFrom('ledger.posting')
        .select('id')
        .where('key', '=', `statement:${statement.id}`)
        .execute()
      const audit = await kysely
        .selectFrom('staff.audit_entry')
        .select('action')
        .where('subject', '=', statement.id)
        .execute()
      return {
        lines: lines.length,
        inMinor: statement.new_in_minor,
        postings: posting.length,
        audit: audit.map((entry) => entry.action),
      }
    },
    recordBefore: null,
    recordAfter: { lines: 2, inMinor: 7_000n, postings: 1, audit: ['statement.import'] },
    boundaries: 28,
  }

  return {
    'the credit of a statement’s line': creditLine,
    'the assignment of money in suspense': assignLine,
    'a line that is put aside': dismissLine,
    'the import of a statement': importFile,
  }
}
