import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { screenshot } from '../../../test/pictures.ts'
import { openWorld, type World } from '../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const dayMs = 86_400_000

describe('a player name', () => {
  it('can be changed once in 30 days, and is then shown to everybody', async () => {
    const player = await world.player()
    const first = await player.put('/player/profile', { player_name: 'Sea.Eagle' })
    expect(first.json).toMatchObject({ status: 'success', player: { player_name: 'Sea.Eagle' } })
    expect((await player.get('/player/profile')).json.player.player_name).toBe('Sea.Eagle')
    await world.clock.advance((1 * dayMs) / 4)
    const again = await player.put('/player/profile', { player_name: 'Sea.Gull' })
    expect([again.status, again.json.code]).toEqual([409, 'name_changed_lately'])
    expect(again.json.errors.player_name[0]).toBe('You can change your player name again on 2026-12-21.')
    // The same name again is no change, so it is not refused.
    expect((await player.put('/player/profile', { player_name: 'Sea.Eagle' })).status).toBe(200)
    await world.db.kysely
      .updateTable('accounts.player')
      .set({ name_changed_at: new Date(world.clock.now().getTime() - 30 * dayMs) })
      .where('id', '=', player.id)
      .execute()
    expect((await player.put('/player/profile', { player_name: 'Sea.Gull' })).status).toBe(200)
  })

  it('that is in use, in any letter case, is refused', async () => {
    const [one, two] = [await world.player(), await world.player()]
    const answer = await two.put('/player/profile', { player_name: one.player_name.toUpperCase() })
    expect([answer.status, answer.json.code]).toEqual([409, 'player_name_taken'])
    expect((await two.put('/player/profile', { player_name: 'a b' })).status).toBe(422)
  })

  it('is changed once by two concurrent changes', async () => {
    const player = await world.player()
    const answers = await Promise.all(
      ['left', 'right'].map((side) => player.put('/player/profile', { player_name: `${side}_${player.player_name}` })),
    )
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409])
  })
})

describe('an avatar', () => {
  it('of the set is an address on the portal; another id is refused; null removes it', async () => {
    const player = await world.player()
    const { avatars, chosen } = (await player.get('/player/avatars')).json
    expect([avatars.length, chosen]).toEqual([12, null])
    const set = await player.put('/player/avatar', { id: avatars[0].id })
    expect(set.json.player.avatar).toBe(avatars[0].image)
    expect((await player.get('/player/avatars')).json.chosen).toBe(avatars[0].id)
    expect((await player.put('/player/avatar', { id: '../../etc/passwd' })).json.code).toBe('avatar_unknown')
    expect((await player.put('/player/avatar', { id: null })).json.player.avatar).toBeNull()
  })

  it('that is uploaded is re-encoded at a small size, and served until it is changed', async () => {
    const player = await world.player()
    const large = await sharp(await screenshot(7))
      .resize(900, 1_600)
      .withExif({ IFD0: { Copyright: 'secret place' } })
      .jpeg()
      .toBuffer()
    const sent = await player.form('/player/avatar-upload', {}, { name: 'me.jpg', type: 'image/jpeg', bytes: large })
    expect(sent.status).toBe(200)
    const address = (sent.json.player.avatar as string).replace('/api/v1/dhow', '')
    const visitor = world.visitor()
    const picture = await visitor.get(address)
    expect([picture.headers['content-type'], picture.headers['x-content-type-options']]).toEqual([
      'image/webp',
      'nosniff',
    ])
    const { width, height, format, exif } = await sharp(picture.json as Buffer).metadata()
    expect([format, Math.max(width!, height!), exif]).toEqual(['webp', 256, undefined])
    expect((await player.get('/player/avatars')).json.chosen).toBe('upload')
    await player.put('/player/avatar', { id: 'crab' })
    expect((await visitor.get(address)).status).toBe(404)
  })

  it.each([
    [
      'a drawing that is a program',
      'x.svg',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'),
    ],
    ['no picture at all', 'x.png', Buffer.from('GIF89a but not really')],
  ])('that is %s is refused', async (_name, name, bytes) => {
    const player = await world.player()
    const answer = await player.form('/player/avatar-upload', {}, { name, type: 'image/png', bytes })
    expect([answer.status, answer.json.code]).toEqual([422, 'picture_unreadable'])
    expect((await player.form('/player/avatar-upload', {})).json.code).toBe('picture_unreadable')
  })

  it('above two megabytes is refused, and an unused address is not found', async () => {
    const player = await world.player()
    const bytes = Buffer.concat([await screenshot(8), Buffer.alloc(2 * 1024 * 1024)])
    expect((await player.form('/player/avatar-upload', {}, { name: 'x.png', type: 'image/png', bytes })).status).toBe(
      413,
    )
    expect((await world.visitor().get(`/avatars/${'0'.repeat(64)}.webp`)).status).toBe(404)
    expect((await world.visitor().get('/avatars/..%2Fsecret.webp')).status).toBe(404)
  })
})

describe('preferences', () => {
  it('have defaults, keep settings that are not named, and are stored per player', async () => {
    const [player, other] = [await world.player(), await world.player()]
    const before = (await player.get('/player/preferences')).json.preferences
    expect(before).toMatchObject({ language: 'en', theme: 'system', session_reminder_minutes: 60 })
    await player.put('/player/preferences', { language: 'hi' })
    expect((await player.get('/player/preferences')).json.chosen).toEqual(['language'])
    expect((await other.get('/player/preferences')).json.chosen).toEqual([])
    const notifications = { deposits: true, withdrawals: true, rewards: false, offers: false }
    await player.put('/player/preferences', { theme: 'light', notifications })
    const after = (await player.get('/player/preferences')).json.preferences
    expect(after).toEqual({ ...before, language: 'hi', theme: 'light', notifications })
    expect((await other.get('/player/preferences')).json.preferences).toEqual(before)
    expect((await player.put('/player/preferences', { language: 'xx' })).status).toBe(422)
  })

  it('that two devices change concurrently are both stored', async () => {
    const player = await world.player()
    await Promise.all([
      player.put('/player/preferences', { language: 'af' }),
      player.put('/player/preferences', { saver: true }),
      player.put('/player/preferences', { theme: 'dark' }),
    ])
    expect((await player.get('/player/preferences')).json.preferences).toMatchObject({
      language: 'af',
      saver: true,
      theme: 'dark',
    })
  })
})
