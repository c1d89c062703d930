import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { confirmNewest } from '../../../test/two-admins.ts'
import { openWorld, type Answer, type World } from '../../../test/world.ts'

type Operator = Awaited<ReturnType<World['operator']>>
let world: World
let admin: Operator
let second: Operator
let editor: Operator
beforeAll(async () => {
  world = await openWorld()
  admin = await world.operator('admin')
  second = await world.operator('admin')
  editor = await world.operator('manager')
  await world.approvals({ solo: false })
  // After a day, operators are no longer tied to those who added them.
  await leap(25 * hour)
})
afterAll(() => world.close())

const hour = 3_600_000
/** Advances the clock, after which the operators sign in again. */
async function leap(ms: number) {
  world.clock.leap(ms)
  admin = await world.signIn(admin)
  second = await world.signIn(second)
  editor = await world.signIn(editor)
}

const refusal = ({ status, json }: Answer) => [status, json.code]
const fields = { title: 'A title', text: 'A text', to: null, picture: null, games: [] }
const reason = 'Asked for by the board'
let made = 0
async function begin(place: { kind: string; name?: string; market?: 'NA' | 'IN' | null; language?: string }) {
  const body = { name: `item ${++made}`, market: null, language: 'en', ...place }
  const { status, json } = await editor.post('/staff/content', body)
  expect(status).toBe(200)
  return json.item.id as string
}
const save = (id: string, change: Partial<typeof fields> | object, revision = 0, by = editor) =>
  by.put(`/staff/content/${id}/draft`, { ...fields, ...change, revision })
const publish = (id: string, revision = 1, more: object = {}, by = editor) =>
  by.post(`/staff/content/${id}/publish`, { revision, from: null, until: null, binding: false, reason, ...more })
const pageOf = async (page: string, query = '') => {
  const answer = await world.visitor().get(`/content/pages/${page}?${query}`)
  return answer.json.page
}
const inHours = (hours: number) => new Date(world.clock.now().getTime() + hours * 3_600_000).toISOString()
const statesOf = async (id: string) =>
  (await editor.get(`/staff/content/${id}`)).json.item.versions.map((version: { state: string }) => version.state)

describe('a page', () => {
  it('goes from draft to scheduled, live and ended, and the portal shows its own page before and after', async () => {
    const id = await begin({ kind: 'page', name: 'privacy' })
    expect((await save(id, { title: 'Our privacy', text: 'We keep **little**.' })).status).toBe(200)
    expect([await statesOf(id), await pageOf('privacy')]).toEqual([['draft'], null])
    expect((await publish(id, 1, { from: inHours(1), until: inHours(3) })).json.waits).toBe(false)
    expect([await statesOf(id), await pageOf('privacy')]).toEqual([['scheduled'], null])
    await leap(hour)
    expect(await statesOf(id)).toEqual(['live'])
    expect(await pageOf('privacy')).toMatchObject({
      title: 'Our privacy',
      blocks: [
        { kind: 'paragraph', lines: [[{ text: 'We keep ' }, { text: 'little', style: 'strong' }, { text: '.' }]] },
      ],
    })
    await leap(2 * hour)
    expect([await statesOf(id), await pageOf('privacy')]).toEqual([['ended'], null])
    await save(id, { title: 'Second' })
    await publish(id)
    expect([await statesOf(id), (await pageOf('privacy')).title]).toEqual([['live', 'ended'], 'Second'])
    await save(id, { title: 'Third' })
    await publish(id, 1, { from: inHours(1) })
    expect(await statesOf(id)).toEqual(['scheduled', 'live', 'ended'])
    expect((await editor.post(`/staff/content/${id}/end`, { reason })).status).toBe(200)
    expect([await statesOf(id), await pageOf('privacy')]).toEqual([['ended', 'ended', 'ended'], null])
    await leap(2 * hour)
    expect(await pageOf('privacy')).toBeNull()
    expect(refusal(await editor.post(`/staff/content/${id}/end`, { reason }))).toEqual([409, 'content_not_running'])
  })

  it('is chosen by the reader’s market and language, else for all markets, else in English', async () => {
    const place = { kind: 'page', name: 'how-to-play' }
    const places: [string, object][] = [
      ['all', {}],
      ['namibia', { market: 'NA' }],
      ['hindi', { language: 'hi' }],
    ]
    for (const [title, more] of places) {
      const id = await begin({ ...place, ...more })
      await save(id, { title })
      await publish(id)
    }
    const titles = await Promise.all(
      ['market=NA&language=en', 'market=IN&language=en', 'market=IN&language=hi', 'market=NA&language=af', ''].map(
        async (query) => (await pageOf('how-to-play', query)).title,
      ),
    )
    expect(titles).toEqual(['namibia', 'all', 'hindi', 'namibia', 'all'])
    expect(refusal(await editor.post('/staff/content', { ...place, market: null, language: 'en' }))).toEqual([
      409,
      'content_exists',
    ])
    expect(
      (await editor.post('/staff/content', { ...place, name: 'prices', market: null, language: 'en' })).status,
    ).toBe(422)
  })

  it('contains no HTML and no script link, whatever is typed', async () => {
    const id = await begin({ kind: 'page', name: 'responsible' })
    const text = [
      '# Play <b>safe</b>',
      '<script>alert(1)</script>',
      '[run](javascript:alert(1)) and [rest](/account-dashboard)',
      '![picture](https://elsewhere.example/x.png)',
      '- one\n- two\n  - three',
    ].join('\n\n')
    await save(id, { text })
    await publish(id)
    const { blocks } = await pageOf('responsible')
    const spans = blocks.flatMap(({ lines }: { lines: { text: string; href?: string }[][] }) => lines.flat())
    expect(spans.flatMap(({ href }: { href?: string }) => href ?? [])).toEqual(['/account-dashboard'])
    expect(blocks.map(({ kind }: { kind: string }) => kind)).toEqual([
      'heading',
      'paragraph',
      'paragraph',
      'paragraph',
      'bullets',
      'bullets',
    ])
    expect(blocks[1].lines[0][0].text).toBe('<script>alert(1)</script>')
  })
})

describe('a draft', () => {
  it('of two editors is saved by the first; the second sees by whom, and with which text', async () => {
    const id = await begin({ kind: 'notice' })
    expect((await save(id, { text: 'First' })).status).toBe(200)
    expect((await save(id, { text: 'Of the editor' }, 1)).status).toBe(200)
    const late = await save(id, { text: 'Of the admin' }, 1, admin)
    expect(refusal(late)).toEqual([409, 'content_changed'])
    expect(late.json.data).toMatchObject({ revision: 2, by: editor.name, text: 'Of the editor' })
    const { versions } = (await admin.get(`/staff/content/${id}`)).json.item
    expect([versions.length, versions[0].text]).toEqual([1, 'Of the editor'])
    expect(refusal(await publish(id, 1))).toEqual([409, 'content_changed'])
    expect((await save(id, { text: 'Of the admin' }, 2, admin)).status).toBe(200)
  })

  it('is published only if complete, and in the future', async () => {
    const id = await begin({ kind: 'banner' })
    expect(refusal(await publish(id))).toEqual([409, 'content_no_draft'])
    await save(id, { title: ' ' })
    const answer = await publish(id)
    expect([...refusal(answer), Object.keys(answer.json.errors)]).toEqual([422, 'content_incomplete', ['title']])
    await save(id, {}, 1)
    expect(refusal(await publish(id, 2, { from: inHours(-1) }))).toEqual([422, 'content_past'])
    expect(refusal(await publish(id, 2, { from: inHours(2), until: inHours(1) }))).toEqual([422, 'content_past'])
  })

  it('is previewed for a day, only by a signed link', async () => {
    const id = await begin({ kind: 'page', name: 'terms', language: 'af' })
    await save(id, { title: 'Nuwe bepalings' })
    const { link } = (await editor.post(`/staff/content/${id}/preview`)).json
    const { pathname, searchParams } = new URL(link)
    expect(pathname).toBe('/terms-condition')
    const token = searchParams.get('preview')!
    expect([(await pageOf('terms', `preview=${token}`)).title, await pageOf('terms', 'language=af')]).toEqual([
      'Nuwe bepalings',
      null,
    ])
    const forged = token.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A'))
    const ask = (preview: string) => world.visitor().get(`/content/pages/terms?preview=${preview}`)
    const [version, until, mac] = token.split('.')
    for (const wrong of [forged, `${version}.${Number(until) + 60}.${mac}`, 'nothing'])
      expect(refusal(await ask(wrong))).toEqual([404, 'not_found'])
    await leap(24 * hour)
    expect(refusal(await ask(token))).toEqual([404, 'not_found'])
  })
})

describe('terms', () => {
  let id: string
  let player: Awaited<ReturnType<World['player']>>
  const own = async () => (await player.get('/player/terms?language=en')).json
  const live = async () => (await own()).to_accept

  it('wait for a second person, who confirms exactly the proposed text', async () => {
    player = await world.player()
    id = await begin({ kind: 'page', name: 'terms' })
    await save(id, { title: 'Terms 1' })
    expect((await publish(id, 1, { binding: true })).json.waits).toBe(true)
    expect(await pageOf('terms')).toBeNull()
    expect(refusal(await publish(id, 1, { binding: true }, admin))).toEqual([409, 'change_waits'])
    await save(id, { title: 'Terms 1, changed' }, 1)
    const [change] = (await second.get('/staff/changes')).json.changes
    expect(refusal(await second.post(`/staff/changes/${change.id}/confirm`))).toEqual([409, 'detail_changed'])
    await second.post(`/staff/changes/${change.id}/drop`)
    expect((await publish(id, 2, { binding: true })).json.waits).toBe(true)
    const [own] = (await editor.get('/staff/changes')).json.changes
    expect(refusal(await editor.post(`/staff/changes/${own.id}/confirm`))).toEqual([409, 'same_operator'])
    await confirmNewest(second)
    expect((await pageOf('terms')).title).toBe('Terms 1, changed')
  })

  it('are accepted once by version and hash, and the player’s page shows which and when', async () => {
    const first = await live()
    expect(first).toMatchObject({ title: 'Terms 1, changed', hash: expect.stringMatching(/^[0-9a-f]{64}$/) })
    const accept = (body: object) => player.post('/player/terms/accept', body)
    const { version, hash } = first
    expect(refusal(await accept({ version, hash: '0'.repeat(64) }))).toEqual([409, 'terms_changed'])
    expect((await accept({ version, hash })).status).toBe(200)
    const at = world.clock.now().toISOString()
    await leap(hour)
    expect((await accept({ version, hash })).json.accepted_at).toBe(at)
    expect(await own()).toMatchObject({ to_accept: null, accepted: [{ version, hash, accepted_at: at }] })
    const shown = await admin.get(`/staff/players/${player.id}/terms`)
    expect(shown.json.accepted).toMatchObject([{ version, number: 1, title: 'Terms 1, changed', accepted_at: at }])
    const { versions } = (await admin.get(`/staff/content/${id}`)).json.item
    expect(versions[0].accepted).toBe(1)
  })

  it('ask again for a new binding version, but not for a non-binding one', async () => {
    const [{ version, hash }] = (await own()).accepted
    await save(id, { title: 'Terms 2, a comma' })
    await publish(id)
    await confirmNewest(second)
    expect([(await pageOf('terms')).title, await live()]).toEqual(['Terms 2, a comma', null])
    await save(id, { title: 'Terms 3' })
    await publish(id, 1, { binding: true })
    await confirmNewest(second)
    const next = await live()
    expect(next.title).toBe('Terms 3')
    expect(next.hash).not.toBe(hash)
    expect(refusal(await player.post('/player/terms/accept', { version, hash }))).toEqual([409, 'terms_changed'])
    expect((await player.post('/player/terms/accept', { version: next.version, hash: next.hash })).status).toBe(200)
    expect((await own()).accepted.length).toBe(2)
  })
})

describe('the lobby', () => {
  const send = (bytes: Buffer) =>
    editor.form('/staff/content-pictures', {}, { name: 'banner.png', type: 'image/png', bytes })
  const png = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#336699' } })
      .png()
      .withExif({ IFD0: { Copyright: 'Somebody' } })
      .toBuffer()

  it('has notices, banners with a re-encoded picture and its size, and rows of offered games', async () => {
    const { picture } = (await send(await png(1_920, 1_080))).json
    expect(picture).toMatchObject({ width: 960, height: 540 })
    const shown = await world.visitor().get(picture.src.replace('/api/v1/dhow', ''))
    const read = await sharp(shown.json).metadata()
    expect([read.format, read.width, read.exif]).toEqual(['webp', 960, undefined])
    const { games } = (await world.visitor().get('/games')).json
    const slugs = [games[1].slug, 'no-such-game', games[0].slug]
    const drafts: [string, object][] = [
      ['notice', { text: 'Payouts take longer today', to: '/withdraw' }],
      ['banner', { title: 'Friday', text: 'Half of your deposit', to: '/bonus', picture: picture.name }],
      ['row', { title: 'Our choice', games: slugs }],
      ['row', { title: 'Nothing of it is here', games: ['no-such-game'] }],
    ]
    for (const [kind, change] of drafts) {
      const id = await begin({ kind, market: 'NA' })
      await save(id, change)
      expect((await publish(id)).status).toBe(200)
    }
    const { own } = (await world.visitor().get('/lobby?market=NA')).json
    expect(own).toMatchObject({
      notices: [{ text: 'Payouts take longer today', to: '/withdraw' }],
      banners: [{ title: 'Friday', to: '/bonus', picture: { src: picture.src, width: 960, height: 540 } }],
      rows: [{ title: 'Our choice', games: [{ slug: slugs[0] }, { slug: slugs[2] }] }],
    })
    expect(own.rows).toHaveLength(1)
    const elsewhere = (await world.visitor().get('/lobby?market=IN')).json.own
    expect([elsewhere.notices, elsewhere.banners, elsewhere.rows]).toEqual([[], [], []])
  })

  it('refuses a picture of 40 megapixels by its header, before anything is decoded', async () => {
    const whole = await png(8_000, 5_000)
    // Half of the second is missing, so decoding would fail.
    for (const bytes of [whole, whole.subarray(0, whole.length / 2)]) {
      const answer = await send(bytes)
      expect(refusal(answer)).toEqual([422, 'picture_too_large'])
      expect(answer.json.message).toContain('25 megapixels')
    }
    expect(refusal(await send(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')))).toEqual([
      422,
      'picture_unreadable',
    ])
    expect(refusal(await send((await png(100, 100)).subarray(0, 120)))).toEqual([422, 'picture_unreadable'])
  })

  it('links only paths of the portal', async () => {
    const id = await begin({ kind: 'banner' })
    for (const to of [
      'https://elsewhere.example',
      '//elsewhere.example',
      'javascript:alert(1)',
      '/\\elsewhere.example',
    ])
      expect((await save(id, { to })).status).toBe(422)
  })
})
