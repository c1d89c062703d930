import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { screenshot } from '../../../test/pictures.ts'
import { openWorld, type World } from '../../../test/world.ts'

let world: World
let cashier: Awaited<ReturnType<World['operator']>>
beforeAll(async () => {
  world = await openWorld()
  cashier = await world.operator('cashier')
})
afterAll(() => world.close())

const proofs = () => world.app.features.deposits.proofs
type Player = Awaited<ReturnType<World['player']>>
let references = 0
async function send(player: Player, bytes: Buffer | undefined) {
  const answer = await player.form(
    '/player/deposit-namibia/manual-deposit/send-deposit-request',
    { manual_deposit_id: '2', amount: '500', utr: `SHOT${++references}` },
    bytes && { name: 'shot.png', type: 'image/png', bytes },
  )
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.json))
  return answer.json.data.deposit.id as string
}
const seen = async (id: string) => (await cashier.get(`/staff/deposits/${id}`)).json.deposit
const own = async (player: Player, id: string) => (await player.get(`/player/deposits/${id}`)).json.deposit
const asked = async (id: string) => (await cashier.get(`/staff/deposits/${id}/proof`)).status
const folder = () => join(world.config.dataDir, 'uploads')
/** Files in the upload folder, of any origin. */
const aside = () =>
  readdirSync(folder(), { recursive: true, withFileTypes: true }).filter((file) => file.isFile()).length

/** State left by a process that crashed while it read a screenshot. */
async function leftBehind(id: string, bytes: Buffer, tries: number) {
  const file = createHash('sha256').update(id).digest('hex')
  mkdirSync(join(folder(), file.slice(0, 2)), { recursive: true })
  writeFileSync(join(folder(), file.slice(0, 2), file), bytes)
  const now = world.clock.now()
  const { kysely } = world.db
  await kysely.updateTable('deposits.deposit').set({ proof: 'preparing' }).where('id', '=', id).execute()
  await kysely
    .insertInto('deposits.upload')
    .values({
      id: id.replace('dep_', 'dpr_'),
      deposit_id: id,
      at: now,
      file,
      sha256: createHash('sha256').update(bytes).digest(),
      due_at: new Date(now.getTime() + 60_000),
      tries,
    })
    .execute()
}

describe('a screenshot', () => {
  it('is stored separately and re-encoded; the original file is deleted', async () => {
    const id = await send(await world.player(), await screenshot(51_000))
    await proofs().prepare()
    expect(await seen(id)).toMatchObject({ proof: 'ready', proofs: 1, has_proof: true })
    expect([await asked(id), aside()]).toEqual([200, 0])
  })

  it('left by a stopped process stays hidden, and another process re-encodes it after a minute', async () => {
    const player = await world.player()
    const id = await send(player, undefined)
    await leftBehind(id, await screenshot(51_001), 1)
    await proofs().prepare()
    expect(await seen(id)).toMatchObject({ proof: 'preparing', proofs: 0 })
    expect([await asked(id), (await own(player, id)).has_proof]).toEqual([404, true])
    await world.clock.advance(61_000)
    await proofs().prepare()
    expect(await seen(id)).toMatchObject({ proof: 'ready', proofs: 1, state: 'submitted' })
    expect([await asked(id), aside()]).toEqual([200, 0])
  })

  it.each([
    ['breaks off in the middle', async (whole: Buffer) => whole.subarray(0, whole.length / 2), 0],
    ['crashed process after process', (whole: Buffer) => Promise.resolve(whole), 3],
  ])('that %s is asked for again, and another one goes on', async (_what, make, tries) => {
    const player = await world.player()
    const bytes = await make(await screenshot(51_002 + tries))
    const id = await send(player, tries === 0 ? bytes : undefined)
    if (tries > 0) await leftBehind(id, bytes, tries)
    await world.clock.advance(61_000)
    await proofs().prepare()
    expect(await seen(id)).toMatchObject({ proof: 'unreadable', proofs: 0, state: 'needs_info' })
    const shown = await own(player, id)
    expect(shown.question.code).toBe('clearer_screenshot')
    expect(shown.timeline.at(-1).text.code).toBe('screenshot_unreadable')
    const file = { name: 'shot.png', type: 'image/png', bytes: await screenshot(51_100 + tries) }
    await player.form(`/player/deposits/${id}/answer`, {}, file)
    await proofs().prepare()
    expect(await seen(id)).toMatchObject({ proof: 'ready', proofs: 1, state: 'submitted' })
    expect(aside()).toBe(0)
  })

  it('that cannot be read is reported to the deposit’s cashier, and the player is not asked again', async () => {
    const id = await send(await world.player(), undefined)
    await cashier.post(`/staff/deposits/${id}/claim`)
    await leftBehind(id, Buffer.from('nothing'), 0)
    await world.clock.advance(61_000)
    await proofs().prepare()
    expect(await seen(id)).toMatchObject({ proof: 'unreadable', state: 'under_review' })
  })

  it('that finishes after a later picture of its deposit does not change the later result', async () => {
    const player = await world.player()
    const id = await send(player, undefined)
    await leftBehind(id, Buffer.from('nothing'), 1)
    await cashier.post(`/staff/deposits/${id}/ask`, {
      question: 'clearer_screenshot',
      version: (await seen(id)).version,
    })
    const file = { name: 'shot.png', type: 'image/png', bytes: await screenshot(51_400) }
    await player.form(`/player/deposits/${id}/answer`, {}, file)
    await proofs().prepare()
    expect(await seen(id)).toMatchObject({ proof: 'ready', proofs: 1, state: 'submitted' })
    await world.clock.advance(61_000)
    await proofs().prepare()
    expect(await seen(id)).toMatchObject({ proof: 'ready', proofs: 1, state: 'submitted' })
    expect(aside()).toBe(0)
  })

  it('waits as long as there is no disk space to re-encode it', async () => {
    const id = await send(await world.player(), undefined)
    await leftBehind(id, await screenshot(51_500), 0)
    const kept = join(world.config.dataDir, 'files')
    renameSync(kept, `${kept}.away`)
    writeFileSync(kept, 'no folder')
    for (let minute = 0; minute < 5; minute++) {
      await world.clock.advance(61_000)
      await expect(proofs().prepare()).rejects.toThrow('ENOTDIR')
    }
    rmSync(kept)
    renameSync(`${kept}.away`, kept)
    expect(await seen(id)).toMatchObject({ proof: 'preparing', state: 'submitted' })
    await world.clock.advance(61_000)
    await proofs().prepare()
    expect(await seen(id)).toMatchObject({ proof: 'ready', proofs: 1, state: 'submitted' })
  })

  it('whose process crashed before its deposit was written is deleted at the second sweep', async () => {
    const name = createHash('sha256').update('of no deposit').digest('hex')
    mkdirSync(join(folder(), name.slice(0, 2)), { recursive: true })
    for (const left of [name, `${name}.0123456789ab`])
      writeFileSync(join(folder(), left.slice(0, 2), left), await screenshot(51_600))
    const id = await send(await world.player(), undefined)
    await leftBehind(id, await screenshot(51_601), 0)
    await proofs().sweep()
    expect(aside()).toBe(3)
    await proofs().sweep()
    expect(aside()).toBe(1)
    await world.clock.advance(61_000)
    await proofs().prepare()
    expect([await asked(id), aside()]).toEqual([200, 0])
  })

  it('uploaded several times at once is stored once', async () => {
    const player = await world.player()
    const [bytes, reference] = [await screenshot(51_300), ++references]
    const upload = () => {
      references = reference - 1
      return send(player, bytes)
    }
    const ids = await Promise.all([upload(), upload(), upload(), upload()])
    expect(new Set(ids).size).toBe(1)
    await proofs().prepare()
    expect(await seen(ids[0]!)).toMatchObject({ proof: 'ready', proofs: 1, state: 'submitted' })
    expect(aside()).toBe(0)
  })

  it('of a refused submission is deleted', async () => {
    const [one, two] = [await world.player(), await world.player()]
    await send(one, await screenshot(51_200))
    references--
    await expect(send(two, await screenshot(51_201))).rejects.toThrow('reference_used')
    await proofs().prepare()
    expect(aside()).toBe(0)
  })
})
