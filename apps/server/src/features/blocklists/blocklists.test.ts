import './tables.ts'
import '../staff/tables.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addBankAccount } from '../../../test/api-calls.ts'
import { asOwner } from '../../../test/as-owner.ts'
import { addRoles, giveRole } from '../../../test/roles.ts'
import { openWorld, type Answer, type World } from '../../../test/world.ts'

type Operator = Awaited<ReturnType<World['operator']>>
let world: World
let manager: Operator
let support: Operator
beforeAll(async () => {
  world = await openWorld()
  manager = await world.operator('manager')
  support = await world.operator('support')
})
afterAll(() => world.close())

const reason = 'several false names'
const refusal = ({ status, json }: Answer) => [status, json.code]
const add = (body: object, by = manager) => by.post('/staff/blocklists', { kind: 'mobile', reason, ...body })
const listed = async (query = '', by = manager) => (await by.get(`/staff/blocklists?${query}`)).json
const upload = (verb: 'preview' | 'import', text: string, by = manager) =>
  by.form(
    `/staff/blocklists/${verb}`,
    {},
    { field: 'list', name: 'list.csv', type: 'text/csv', bytes: Buffer.from(text) },
  )
const head = 'kind,value,reason,until\r\n'

describe('an entry', () => {
  it('is masked in every list, and shown in full for a reason kept in the audit trail', async () => {
    const mobile = world.newMobile()
    const added = await add({ value: mobile })
    expect(added.json.entry).toMatchObject({
      ...{ kind: 'mobile', reason, by: manager.name, until: null, removed: null, is_running: true },
      value: `${mobile.slice(0, 4)}••••${mobile.slice(-2)}`,
    })
    expect(JSON.stringify(await listed())).not.toContain(mobile)
    const { id } = added.json.entry
    const why = 'the player asks by telephone'
    expect((await support.post(`/staff/blocklists/${id}/reveal`, { reason: why })).json.value).toBe(mobile)
    const { entries } = (await manager.get(`/staff/audit?subject=${id}`)).json
    expect(entries.map((one: { action: string }) => one.action)).toEqual(['blocklist.reveal', 'blocklist.add'])
    expect(entries[0].text).toContain(why)
    const row = await world.db.kysely.selectFrom('blocklists.entry').selectAll().where('id', '=', id).execute()
    expect(JSON.stringify(row)).not.toContain(mobile.slice(1))
  })

  it('is found by any spelling of its value, is active once at a time, and is kept after its end', async () => {
    await add({ kind: 'payout', value: '081 777 0001' })
    expect(refusal(await add({ kind: 'payout', value: '+264817770001' }))).toEqual([409, 'block_exists'])
    const found = (await listed(`q=${encodeURIComponent('0817770001')}`)).entries
    expect(found).toMatchObject([{ kind: 'payout', value: '••••0001' }])
    const end = (why: string) => manager.post(`/staff/blocklists/${found[0].id}/remove`, { reason: why })
    expect((await end('it was the brother')).json.entry).toMatchObject({
      ...{ is_running: false, removed: { by: manager.name, reason: 'it was the brother' } },
    })
    expect(refusal(await end('once more'))).toEqual([409, 'block_ended'])
    expect((await listed(`q=${encodeURIComponent('0817770001')}`)).entries).toEqual([])
    expect((await listed('ended=yes&kind=payout')).entries).toMatchObject([{ id: found[0].id }])
    expect((await add({ kind: 'payout', value: '0817770001' })).status).toBe(200)
  })

  it.each([
    [{ value: '0812345678' }, 'value'],
    [{ value: '+27821234567' }, 'value'],
    [{ kind: 'payout', value: '12' }, 'value'],
    [{ kind: 'payer', value: '..' }, 'value'],
    [{ kind: 'device', value: 'abc' }, 'value'],
    [{ value: '+264812345678', until: '2020-01-01' }, 'until'],
    [{ value: '+264812345678', until: '2027-02-30' }, 'until'],
    [{ value: '+264812345678', reason: '' }, 'reason'],
  ])('of %o is refused under its field', async (body, field) => {
    const answer = await add(body)
    expect(refusal(answer)).toEqual([422, 'invalid_fields'])
    expect(Object.keys(answer.json.errors)).toEqual([field])
  })

  it('takes its value from a player or payout account by id', async () => {
    const player = await world.player({ balance: '100.00' })
    const { account } = (await addBankAccount(world, player, '62009990001')).json
    await add({ value: player.id })
    await add({ kind: 'payout', value: account.id })
    expect((await listed(`q=${encodeURIComponent(player.mobile)}`)).entries).toHaveLength(1)
    expect((await listed('q=62009990001')).entries).toHaveLength(1)
    expect(refusal(await add({ value: 'ply_nobody' }))).toEqual([404, 'not_found'])
    expect(refusal(await add({ kind: 'payout', value: 'pay_nothing' }))).toEqual([404, 'not_found'])
  })

  it('that has expired can be added again', async () => {
    const value = world.newMobile()
    await add({ value, until: '2026-12-31' })
    expect(refusal(await add({ value }))).toEqual([409, 'block_exists'])
    const day = 86_400_000
    await world.clock.advance(60 * day)
    manager = await world.operator('manager')
    support = await world.operator('support')
    expect((await listed(`q=${encodeURIComponent(value)}`)).entries).toEqual([])
    expect((await add({ value })).status).toBe(200)
  })

  it('is added and ended only by operators who may edit the lists', async () => {
    expect(refusal(await add({ value: world.newMobile() }, support))).toEqual([403, 'staff_forbidden'])
    expect(refusal(await upload('preview', head, support))).toEqual([403, 'staff_forbidden'])
    const cashier = await world.operator('cashier')
    expect(refusal(await cashier.get('/staff/blocklists'))).toEqual([403, 'staff_forbidden'])
  })
})

describe('an uploaded file', () => {
  it('shows the result of each line before anything is added, and is added as a whole', async () => {
    const known = world.newMobile()
    await add({ value: known })
    const fresh = world.newMobile()
    const text = `${head}mobile,${known},"known, already",\r\nmobile,${fresh},"said ""no""",2027-12-31\r\n\r\nmobile,${fresh},twice,\r\npayer,Nobody & Sons,a payer,\r\n`
    const { json } = await upload('preview', text)
    expect(json.counts).toEqual({ new: 2, already: 1, again: 1, wrong: 0 })
    expect(json.lines.map(({ line, result }: { line: number; result: string }) => [line, result])).toEqual([
      [2, 'already'],
      [3, 'new'],
      [5, 'again'],
      [6, 'new'],
    ])
    expect(JSON.stringify(json)).not.toContain(fresh)
    expect((await listed(`q=${encodeURIComponent(fresh)}`)).entries).toEqual([])
    expect((await upload('import', text)).json).toMatchObject({ added: 2, already: 2 })
    expect((await listed(`q=${encodeURIComponent(fresh)}`)).entries).toMatchObject([
      { reason: 'said "no"', until: '2028-01-01T00:00:00.000Z' },
    ])
    expect((await upload('import', text)).json).toMatchObject({ added: 0, already: 4 })
  })

  it('with wrong lines lists them, and nothing is added', async () => {
    const fresh = world.newMobile()
    const rows = [
      `mobile,${fresh},right,`,
      'mobile,0811234567,without its country,',
      'iris,brown,no kind of ours,',
      'payout,62001112223,x,',
      'payout,62001112223,an end of the past,2020-01-01',
      'payout,62001112223,a reason\0with NUL,',
    ]
    const { json } = await upload('preview', head + rows.join('\n'))
    expect(json.lines.map((one: { text: { code: string } | null }) => one.text?.code ?? null)).toEqual([
      ...[null, 'block_mobile_rule', 'block_kind_rule', 'block_reason_rule', 'block_until_rule', 'block_reason_rule'],
    ])
    const refused = await upload('import', head + rows.join('\n'))
    expect(refusal(refused)).toEqual([422, 'block_lines_wrong'])
    expect(refused.json.text).toEqual({ code: 'block_first_wrong', params: { line: '3', count: '5' } })
    expect((await listed(`q=${encodeURIComponent(fresh)}`)).entries).toEqual([])
  })

  it('whose import fails halfway adds nothing', async () => {
    const alter = (change: string) =>
      asOwner(world.db, (tx) => sql.raw(`alter table blocklists.entry ${change}`).execute(tx))
    await alter(`add constraint no_last_line check (reason <> 'the last line')`)
    const rows = Array.from({ length: 1_500 }, (_, index) => `payout,98${String(index).padStart(8, '0')},a list,`)
    const failed = await upload('import', head + [...rows, 'payout,9900000000,the last line,'].join('\n'))
    await alter('drop constraint no_last_line')
    expect(failed.status).toBe(500)
    expect((await listed('q=9800000000')).entries).toEqual([])
  })

  it('may have 10,000 lines, but not one more or a different first line', async () => {
    const rows = Array.from(
      { length: 10_000 },
      (_, index) => `payout,99${String(index).padStart(8, '0')},a list of others,`,
    )
    const { json } = await upload('preview', head + rows.join('\n'))
    expect(json.counts).toEqual({ new: 10_000, already: 0, again: 0, wrong: 0 })
    expect((await upload('import', head + rows.join('\n'))).json).toMatchObject({ added: 10_000 })
    expect((await listed()).counts.payout).toBeGreaterThanOrEqual(10_000)
    const more = [...rows, 'payout,1234567890,one more,'].join('\n')
    expect(refusal(await upload('preview', head + more))).toEqual([422, 'block_file_unreadable'])
    expect(refusal(await upload('preview', 'mobile,+264811234567,no names,'))).toEqual([422, 'block_file_unreadable'])
    const page = await listed('kind=payout')
    expect(page.entries).toHaveLength(50)
    const next = await listed(`kind=payout&cursor=${page.next_cursor}`)
    expect(next.entries[0].id < page.entries[49].id).toBe(true)
  })

  it('can be a full download, which needs a reason and the permission, uploaded unchanged', async () => {
    const value = world.newMobile()
    await add({ value, until: '2027-06-30' })
    const masked = String((await support.get('/staff/blocklists.csv?kind=mobile')).json)
    expect(masked).not.toContain(value)
    const full = String((await manager.get('/staff/blocklists.csv?kind=mobile&reason=a+copy+for+the+group')).json)
    expect(full).toContain(`${value},${reason},2027-06-30`)
    const { entries } = (await manager.get('/staff/audit?action=blocklist.download')).json
    expect(entries[0].text).toContain('a copy for the group')
    const { json } = await upload('preview', full)
    expect([json.counts.new, json.counts.wrong]).toEqual([0, 0])
    expect(json.counts.already).toBeGreaterThan(0)
    const reader = (await world.operator('cashier')).get('/staff/blocklists.csv')
    expect(refusal(await reader)).toEqual([403, 'staff_forbidden'])
    await addRoles(world, [{ id: 'rol_masked_blocks', held: ['blocklists.see', 'blocklists.edit'] }])
    const editor = await world.operator('manager')
    await giveRole(world, editor, 'rol_masked_blocks')
    expect(String((await editor.get('/staff/blocklists.csv?kind=mobile')).json)).toBe(masked)
    expect(refusal(await editor.get('/staff/blocklists.csv?reason=out+of+interest'))).toEqual([403, 'staff_forbidden'])
    const [entry] = (await listed(`q=${encodeURIComponent(value)}`)).entries
    const revealed = await editor.post(`/staff/blocklists/${entry.id}/reveal`, { reason: 'out of interest' })
    expect(refusal(revealed)).toEqual([403, 'staff_forbidden'])
  })
})
