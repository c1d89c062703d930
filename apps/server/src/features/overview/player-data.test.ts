import '../campaigns/tables.ts'
import '../content/tables.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addBankAccount, playerToBePaid, withdrawalCode } from '../../../test/api-calls.ts'
import { seatOf } from '../../../test/game-seat.ts'
import { screenshot } from '../../../test/pictures.ts'
import { addPasskey } from '../../../test/player-passkeys.ts'
import { openWorld, type World } from '../../../test/world.ts'

let world: World
let cashier: Awaited<ReturnType<World['operator']>>
let player: Awaited<ReturnType<typeof openPlayerWithData>>
let stranger: typeof player
beforeAll(async () => {
  world = await openWorld()
  cashier = await world.operator('cashier')
  // The first account of an address gets its bonus; later ones are reviewed.
  await arrives()
  stranger = await openPlayerWithData(1)
  player = await openPlayerWithData(2)
})
afterAll(() => world.close())

type Reader = Pick<Awaited<ReturnType<World['player']>>, 'get'>
const fileOf = async (reader: Reader) => {
  const { json } = await reader.get('/player/data')
  return (Buffer.isBuffer(json) ? json.toString() : JSON.stringify(json)) as string
}

async function arrives() {
  const userAgent = 'Mozilla/5.0 (Linux; Android 13; SM-A145F) Chrome/126.0 Mobile'
  const browser = world.visitor('portal', { ip: '41.182.7.9', userAgent })
  const arrived = await world.player({ browser })
  await world.fund(arrived.id, '200.00')
  await arrived.post('/player/bonuses/rule_sandbox_welcome_na/claim')
  return arrived
}

/** A player with data in every part of the file. */
async function openPlayerWithData(seed: number) {
  const one = await arrives()
  const added = await addBankAccount(world, one, `6200123456${seed}`)
  expect(added.status).toBe(200)
  const picture = (name: string, bytes: Buffer) => ({ name, type: 'image/png', bytes })
  const first = picture('shot.png', await screenshot(73_000 + seed))
  const fields = { manual_deposit_id: '2', amount: '500', utr: `LIVED${seed}` }
  const sent = await one.form('/player/deposit-namibia/manual-deposit/send-deposit-request', fields, first)
  expect(sent.status).toBe(200)
  const depositId = sent.json.data.deposit.id as string
  await world.app.features.deposits.proofs.prepare()
  const { version } = (await cashier.post(`/staff/deposits/${depositId}/claim`)).json.deposit
  const question = { question: 'clearer_screenshot', version, note: `Please show line ${seed}.` }
  expect((await cashier.post(`/staff/deposits/${depositId}/ask`, question)).status).toBe(200)
  await one.post(`/player/payments/${depositId}/help`, { text: `Which line, ${seed}?` })
  await one.put('/player/favourites/dhow')
  await addPasskey(world, one, `Phone ${seed}`)
  const avatar = await one.form('/player/avatar-upload', {}, picture('me.png', await screenshot(74_000 + seed)))
  expect(avatar.status).toBe(200)
  expect((await (await seatOf(world, one)).play(100)).code).toBe('ok')
  await world.app.features.sms.sendDue()
  return { ...one, depositId, avatar: avatar.json.player.avatar as string }
}

/** Adds live terms directly as a row: publishing takes two people. */
async function addTerms(by: string) {
  const { kysely } = world.db
  const at = world.clock.now()
  const [item, version, hash] = ['cit_terms', 'cvr_terms', Buffer.alloc(32, 7)]
  const place = { kind: 'page', name: 'terms', market: 'NA', language: 'en', segment: null } as const
  await kysely
    .insertInto('content.item')
    .values({ id: item, ...place, created_by: by, created_at: at })
    .execute()
  const text = { title: 'Terms', text: 'Play fair.', sms: '', link: null, picture: null, picture_width: null }
  const published = {
    edited_by: by,
    edited_at: at,
    published_by: by,
    published_at: at,
    live_from: at,
    live_until: null,
  }
  const row = { id: version, item_id: item, number: 1, ...text, picture_height: null, games: [], binding: true, hash }
  await kysely
    .insertInto('content.version')
    .values({ ...row, ...published, revision: 1 })
    .execute()
  return { version, hash: hash.toString('hex') }
}

/** A gift refused to the first player by a check and given to the second, and a message to the first. */
async function addCampaigns([first, second]: [string, string], by: string) {
  const { kysely } = world.db
  const at = world.clock.now()
  const segment = { id: 'seg_data', name: 'Data', market: 'NA' as const, rules: '{}', created_by: by, updated_at: at }
  await kysely
    .insertInto('campaigns.segment')
    .values({ ...segment, version: 1 })
    .execute()
  const common = { segment_id: segment.id, market: 'NA', texts: '{}', state: 'draft', created_by: by } as const
  const empty = { budget_minor: null, players_at_most: null, rules: null, starts_at: null, envelope_id: null }
  const noPass = { pass_at: null, pass_player: null, pass_turn: null, passed_at: null, passed_turn: null }
  const times = { created_at: at, ended_at: null, event: null, days: null, ...noPass }
  const campaigns = [
    { id: 'cmp_1', name: 'A', kind: 'gift' as const, amount_minor: 500n, ...common, ...empty, ...times },
    { id: 'cmp_2', name: 'B', kind: 'message' as const, amount_minor: null, ...common, ...empty, ...times },
  ]
  await kysely.insertInto('campaigns.campaign').values(campaigns).execute()
  const step = { once_key: '', event_at: at, entered_at: at, due_at: at }
  const done = { ...step, state: 'done' as const, at }
  const entries = [
    { campaign_id: 'cmp_1', player_id: first, outcome: 'flagged' as const, ...done },
    { campaign_id: 'cmp_1', player_id: second, outcome: 'given' as const, ...done },
    { campaign_id: 'cmp_2', player_id: first, outcome: 'sent' as const, ...done },
    { campaign_id: 'cmp_2', player_id: second, outcome: null, ...step, state: 'waiting' as const, at: null },
  ]
  await kysely.insertInto('campaigns.entry').values(entries).execute()
}

describe('the export of a player’s data', () => {
  it.each([
    ['left_out', () => [{ data: 'the bytes of pictures' }]],
    ['payment_steps', () => [{ payment_id: player.depositId, text: { params: { text: 'Please show line 2.' } } }]],
    ['help', () => [{ messages: [{ text: 'Which line, 2?' }] }]],
    ['pictures', () => [{ name: 'avatar', type: 'image/webp', call: `GET ${player.avatar}` }]],
    ['pictures', () => [{ deposit_id: player.depositId, type: 'image/webp' }]],
    ['favourites', () => [{ game: 'dhow', name: 'Dhow' }]],
    ['game_sessions', () => [{ provider: 'dhow-studio', game: 'dhow', currency: 'NAD', ended_at: null }]],
    ['reward_checks', () => [{ kind: 'welcome', state: 'waiting', decided_at: null }]],
    ['text_messages', () => [{ kind: 'deposit_question', state: 'sent' }]],
    ['sent_codes', () => [{ purpose: 'register' }, { purpose: 'payout_account' }]],
    ['messages', () => [{ kind: 'deposit_question' }]],
  ])('has in %s what it should', async (part, expected) => {
    const data = (await readParts())[part]
    for (const row of expected()) expect(data).toContainEqual(expect.objectContaining(nested(row)))
  })

  it('has for each picture its size and a call that returns it only to its player', async () => {
    const pictures: { size: number; call: string }[] = (await readParts())['pictures']
    expect(pictures).toHaveLength(2)
    for (const { size, call } of pictures) {
      const path = call.replace('GET /api/v1/dhow', '')
      const { status, json } = await player.get(path)
      expect([status, json.length]).toEqual([200, size])
      if (path.startsWith('/player/')) expect((await stranger.get(path)).status).toBe(404)
    }
  })

  it('has only the player’s own accepted terms and campaigns', async () => {
    const [one, other] = [await world.player(), await world.player()]
    const boss = await world.operator('admin')
    const accepted = await addTerms(boss.id)
    expect((await one.post('/player/terms/accept', accepted)).status).toBe(200)
    await addCampaigns([one.id, other.id], boss.id)
    expect(JSON.parse(await fileOf(one))).toMatchObject({
      terms: [{ version: accepted.version, hash: accepted.hash, market: 'NA', language: 'en' }],
      campaigns: [
        { id: 'cmp_2', kind: 'message', amount: null, outcome: 'sent' },
        { id: 'cmp_1', kind: 'gift', amount: '5.00', outcome: 'refused' },
      ],
    })
    const theirs = [
      { id: 'cmp_2', outcome: 'waiting', at: null },
      { id: 'cmp_1', outcome: 'given' },
    ]
    expect(JSON.parse(await fileOf(other))).toMatchObject({ terms: [], campaigns: theirs })
  })

  it('has passkeys with names and times, without key or credential', async () => {
    const { passkeys } = await readParts()
    expect(passkeys).toHaveLength(1)
    expect(Object.keys(passkeys[0])).toEqual(['id', 'name', 'created_at', 'last_used_at'])
    expect([passkeys[0].name, passkeys[0].last_used_at]).toEqual(['Phone 2', null])
    const { passkey_events: events } = await readParts()
    expect(events).toMatchObject([{ passkey_id: passkeys[0].id, kind: 'added', name: 'Phone 2', former_name: null }])
  })

  it('has the closing of the account, and null without one', async () => {
    expect((await readParts())['closing']).toBeNull()
    const leaves = await world.player()
    await world.app.features.attempts.forget(world.db.kysely, 'code.', leaves.mobile)
    await leaves.post('/authentication-otp-send', { type: 'close_account' })
    const { closing } = (await leaves.post('/player/closing', { otp: await world.inbox.code(leaves.mobile) })).json
    const back = await leaves.browser.post('/login', { mobile: leaves.mobile, password: leaves.password })
    leaves.browser.use(back.json.token)
    expect(JSON.parse(await fileOf(leaves)).closing).toEqual(closing)
  })

  it('has no code, token, keyed value or stored hash', async () => {
    const text = await fileOf(player)
    const { password_hash } = (await world.app.features.accounts.findPlayer(player.id))!
    const texts = world.inbox.messages.filter(({ to }) => to === player.mobile)
    const codes = texts.flatMap(({ text: sent }) => /^\d{6}(?= )/.exec(sent) ?? [])
    expect(codes.length).toBeGreaterThanOrEqual(2)
    for (const code of codes) expect(text).not.toMatch(new RegExp(`\\b${code}\\b`))
    for (const secret of [password_hash, player.password, player.token()!, ...player.cookies.values()])
      expect(text).not.toContain(secret)
    expect(text).not.toContain('"type":"Buffer"')
    const kept = await keptBytes()
    expect(kept.length).toBeGreaterThan(20)
    for (const bytes of kept)
      for (const form of ['hex', 'base64', 'base64url'] as const) expect(text).not.toContain(bytes.toString(form))
    const names = JSON.stringify(namesIn(JSON.parse(text)))
    expect(names).not.toMatch(/hash|secret|token|password|sealed|_mac|points|reasons/)
  })

  it('has nothing that is only in another player’s export', async () => {
    const [own, other] = [await readParts(), JSON.parse(await fileOf(stranger))]
    const ids = valuesIn(other).filter((value) => /^[a-z]{2,4}_[0-9a-z]{10,}$/.test(value))
    for (const kind of ['dep', 'dpr', 'gs', 'rck', 'msg', 'sms', 'otp', 'hlp', 'pky'])
      expect(ids.some((id) => id.startsWith(`${kind}_`))).toBe(true)
    const text = JSON.stringify(own)
    const theirs = [
      ...ids,
      stranger.mobile,
      stranger.player_name,
      stranger.avatar,
      'LIVED1',
      'Phone 1',
      'Please show line 1.',
    ]
    for (const value of theirs) expect(text).not.toContain(value)
    // Both marked the same game.
    expect(own.favourites).toHaveLength(1)
  })

  it('has account, money, play and conversations', async () => {
    const one = await playerToBePaid(world)
    const fields = { manual_deposit_id: '2', amount: '500', utr: 'MY DATA 1' }
    const sent = await one.form('/player/deposit-namibia/manual-deposit/send-deposit-request', fields)
    await one.post(`/player/payments/${sent.json.data.deposit.id}/help`, { text: 'Where is my money?' })
    const otp = await withdrawalCode(world, one)
    await one.post('/player/withdrawals', { amount: '400', payout_account_id: one.payoutAccountId, otp })

    const text = await fileOf(one)
    const data = JSON.parse(text)
    expect(data).toMatchObject({
      format: 'dhow player data 1',
      account: { id: one.id, market: 'NA', is_active: true },
      balance: { currency: 'NAD', held: '400.00' },
      deposits: [{ id: sent.json.data.deposit.id }],
      withdrawals: [{ amount: '400.00' }],
      rounds: [],
      payout_accounts: [{ id: one.payoutAccountId }],
      help: [{ messages: [{ text: 'Where is my money?' }] }],
      gifts: [],
    })
    expect(data.sessions.length).toBeGreaterThan(0)
    expect(data.entries.some((entry: { amount: string }) => entry.amount === '-400.00')).toBe(true)
  })

  it('has no line of another player', async () => {
    const [one, other] = [await world.player({ balance: '10.00' }), await world.player({ balance: '20.00' })]
    const text = await fileOf(one)
    expect(text).toContain(one.id)
    expect(text).not.toContain(other.id)
    expect(text).not.toContain('20.00')
  })

  it('is returned five times an hour, only with a session', async () => {
    const one = await world.player()
    const statuses = []
    for (let n = 0; n < 6; n++) statuses.push((await one.get('/player/data')).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    await world.clock.advance(3_600_000)
    expect((await one.get('/player/data')).status).toBe(200)
    expect((await world.visitor().get('/player/data')).status).toBe(401)
  })
})

async function readParts() {
  await world.clock.advance(3_600_000)
  return JSON.parse(await fileOf(player))
}

/** A row to be found, with only the named members of its inner objects and lists. */
const nested = (row: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      if (Array.isArray(value)) return [name, expect.arrayContaining(value.map((one) => expect.objectContaining(one)))]
      return [name, typeof value === 'object' && value !== null ? expect.objectContaining(nested(value)) : value]
    }),
  )

/** All texts and member names of a value, at any depth. */
const valuesIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(valuesIn) : []
}
const namesIn = (value: unknown): string[] =>
  typeof value === 'object' && value !== null
    ? [...(Array.isArray(value) ? [] : Object.keys(value)), ...Object.values(value).flatMap(namesIn)]
    : []

/** All binary values of accounts, games and payments: keyed codes, token hashes, encrypted numbers, browser marks. */
async function keptBytes(): Promise<Buffer[]> {
  const { rows: columns } = await sql<{ full: string; name: string }>`
    select format('%I.%I', table_schema, table_name) as full, column_name as name from information_schema.columns
    where udt_name = 'bytea' and table_schema in ('accounts', 'gateway', 'deposits', 'payments', 'withdrawals', 'rewards')`.execute(
    world.db.kysely,
  )
  const kept = []
  for (const { full, name } of columns) {
    const found = sql<{ bytes: Buffer | null }>`select ${sql.ref(name)} as bytes from ${sql.table(full)}`
    for (const { bytes } of (await found.execute(world.db.kysely)).rows) if (bytes) kept.push(Buffer.from(bytes))
  }
  return kept
}
