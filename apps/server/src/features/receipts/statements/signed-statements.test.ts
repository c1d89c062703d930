import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runReceipt } from '@dhow/receipts/cli'
import { parsePolicy } from '@dhow/receipts/policy'
import { verifyStatement } from '@dhow/receipts/statement'
import { sequenceLog } from '../../../../test/sequence-log.ts'
import { ask, openWorld, type World } from '../../../../test/world.ts'

let world: World
let player: Awaited<ReturnType<World['player']>>
let stranger: typeof player
let spans: Record<'whole' | 'second' | 'empty', { from: string; to: string }>

const hour = 3_600_000

const sequence = () => sequenceLog(world)

beforeAll(async () => {
  world = await openWorld({}, { withoutJobs: true })
  player = await world.player()
  stranger = await world.player()
  const start = world.clock.now().getTime()
  // More than a page of entries in the first hour, two in the second, none in the third.
  for (let entry = 0; entry < 503; entry++) await world.fund(player.id, '0.01')
  world.clock.leap(hour)
  for (const amount of ['1.00', '2.50']) await world.fund(player.id, amount)
  await world.fund(stranger.id, '7.00')
  world.clock.leap(2 * hour)
  const at = (hours: number) => new Date(start + hours * hour).toJSON()
  spans = {
    whole: { from: at(0), to: at(2) },
    second: { from: at(1), to: at(2) },
    empty: { from: at(2), to: at(2.5) },
  }
}, 60_000)
afterAll(() => world.close())

async function issue(span: { from: string; to: string }, by = player) {
  const answer = await by.post('/player/statements', span)
  return { ...answer, statement: answer.json.statement }
}

async function fileOf(id: string, file: string, by = player) {
  const { payload, headers, statusCode } = await ask(world.app.portal, {
    url: `/api/v1/dhow/player/statements/${id}/${file}`,
    headers: { authorization: `Bearer ${by.token()}` },
  })
  return { status: statusCode, text: payload, headers }
}

async function policyText() {
  const keys = (await ask(world.app.portal, { url: '/log/keys' })).payload.trimEnd().split('\n')
  return `${keys.map((line) => `log ${line.split(' ')[0]}`).join('\n')}\nquorum none\n`
}

/** Files of a statement as anybody gets them. */
async function filesOf(id: string, format: 'csv' | 'json') {
  const [body, note, receipt] = [`entries.${format}`, `entries.${format}.note`, 'receipt.html']
  const [one, other, last] = await Promise.all([body, note, receipt].map((file) => fileOf(id, file)))
  return { body: one!.text, note: other!.text, ...(last!.status === 200 ? { receipt: last!.text } : {}) }
}

describe('a signed statement', () => {
  it('is refused with the time to retry while its entries are not in the log, or the period can still get some', async () => {
    const pending = { status: 409, json: { code: 'receipt_pending' } }
    const behind = await issue(spans.whole)
    expect(behind).toMatchObject(pending)
    expect(behind.headers['retry-after']).toBe('3')
    await sequence()
    const now = world.clock.now()
    const open = await issue({ from: spans.whole.from, to: new Date(now.getTime() - 10_000).toJSON() })
    expect(open).toMatchObject(pending)
    expect(open.headers['retry-after']).toBe('50')
  })

  it.each([
    ['that ends before it begins', -1],
    ['of more than 366 days', 367 * 24],
    ['that has not ended', 1_000],
  ])('is refused for a span %s', async (_, hours) => {
    const now = world.clock.now().getTime()
    const from = hours === 1_000 ? now - hour : now - 400 * 24 * hour
    const answer = await issue({ from: new Date(from).toJSON(), to: new Date(from + hours * hour).toJSON() })
    expect(answer).toMatchObject({ status: 422, json: { code: 'statement_span' } })
  })

  it.each(['csv', 'json'] as const)(
    'can be verified by anybody as %s, but not with a changed amount',
    async (format) => {
      const { statement } = await issue(spans.whole)
      expect(statement).toMatchObject({
        entries: 505,
        opening: { cash: '0' },
        closing: { cash: '853', bonus: '0', hold: '0', in_play: '0' },
        issued_by: 'player',
      })
      const policy = parsePolicy(await policyText())
      const files = await filesOf(statement.id, format)
      const verified = verifyStatement(files, policy)
      expect(verified.statement).toMatchObject({ entries: 505, closing: { number: 505, balances: { cash: 853n } } })
      expect(verified.receipt?.entry.number).toBe(505)
      const changed = { ...files, body: files.body.replace('250', '950') }
      expect(() => verifyStatement(changed, policy)).toThrow('statement-body-changed')
    },
  )

  it('of a later period continues from the previous balance and entry', async () => {
    const { statement } = await issue(spans.second)
    const files = await filesOf(statement.id, 'csv')
    const verified = verifyStatement(files, parsePolicy(await policyText()))
    expect(verified.statement).toMatchObject({
      entries: 2,
      opening: { number: 503, balances: { cash: 503n } },
      closing: { number: 505, balances: { cash: 853n } },
    })
  })

  it('of a period without entries has equal balances and no receipt', async () => {
    const { statement } = await issue(spans.empty)
    const files = await filesOf(statement.id, 'json')
    expect(files).not.toHaveProperty('receipt')
    expect(verifyStatement(files, parsePolicy(await policyText())).statement).toMatchObject({
      entries: 0,
      opening: { balances: { cash: 853n } },
      closing: { balances: { cash: 853n } },
    })
  })

  it('is returned with the same bytes when repeated, even after the log has grown', async () => {
    const names = [
      'statement.pdf',
      'entries.csv',
      'entries.csv.note',
      'entries.json',
      'entries.json.note',
      'receipt.html',
    ]
    const read = async () => {
      const { statement } = await issue(spans.whole)
      return [
        statement,
        ...(await Promise.all(names.map((name) => fileOf(statement.id, name)))).map(({ text }) => text),
      ]
    }
    const first = await read()
    await world.fund(player.id, '5.00')
    await sequence()
    world.clock.leap(hour)
    expect(await read()).toEqual(first)
    expect((await player.get('/player/statements')).json.statements).toHaveLength(3)
  })

  it('as a PDF has the files that prove it attached, for the receipt command', async () => {
    const { statement } = await issue(spans.second)
    const { text, headers } = await fileOf(statement.id, 'statement.pdf')
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': expect.stringContaining('-statement.pdf"'),
    })
    const carried = new Map(
      [...text.matchAll(/\/EmbeddedFile \/Subtype[^]*?stream\n([^]*?)\nendstream[^]*?\/UF \(([^)]*)\)/g)].map(
        ([, file, name]) => [name, file],
      ),
    )
    expect([...carried.keys()]).toEqual(['entries.csv', 'entries.csv.note', 'receipt.html'])
    const files = new Map([...carried, ['policy', await policyText()]])
    let output = ''
    const write = (line: string) => void (output += line)
    const readFile = (path: string) => Buffer.from(files.get(path) ?? '')
    const args = ['statement', 'entries.csv', 'entries.csv.note', 'receipt.html', '--policy', 'policy']
    expect([runReceipt(args, { readFile, print: write, complain: write }), output]).toEqual([
      0,
      expect.stringContaining('closing: 8.53 NAD'),
    ])
  })

  it('of another player is not found, with the same answer as for a missing one', async () => {
    const { statement } = await issue(spans.whole)
    const [others, none] = await Promise.all([
      fileOf(statement.id, 'entries.csv', stranger),
      fileOf('stm_none', 'entries.csv', stranger),
    ])
    expect(others.status).toBe(404)
    expect(others.text).toBe(none.text)
    expect((await stranger.get('/player/statements')).json.statements).toEqual([])
  })

  it('is issued by an operator with the permission, audited, and shown in the player’s list', async () => {
    const [boss, cashier] = [await world.operator('admin'), await world.operator('cashier')]
    const path = `/staff/players/${stranger.id}/signed-statements`
    expect((await cashier.post(path, spans.whole)).json.code).toBe('staff_forbidden')
    const { statement } = (await boss.post(path, spans.whole)).json
    expect(statement).toMatchObject({ entries: 1, closing: { cash: '700' }, issued_by: 'operator' })
    expect((await boss.get(`${path}/${statement.id}/entries.csv`)).status).toBe(200)
    const trail = (await boss.get(`/staff/audit?subject=${stranger.id}&action=statement`)).json.entries
    expect(trail.map(({ operator, action }: Record<string, string>) => [operator, action])).toEqual([
      ['admin', 'statement.download'],
      ['admin', 'statement.issue'],
    ])
    expect((await stranger.get('/player/statements')).json.statements).toEqual([statement])
    expect((await issue(spans.whole, stranger)).statement).toEqual(statement)
    expect((await boss.get(`/staff/players/${stranger.id}/signed-statements/stm_none/entries.csv`)).status).toBe(404)
  })
})
