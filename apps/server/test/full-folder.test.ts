import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { screenshot } from './pictures.ts'
import { mountSmallDisk } from './small-disk.ts'
import { openWorld, type World } from './world.ts'

const disk = mountSmallDisk(8)

/** The data folder is on a small separate disk; the database is elsewhere. */
describe.runIf(disk !== undefined)('a data folder on a full disk', () => {
  let world: World
  let png: Buffer
  beforeAll(async () => {
    world = await openWorld({ DATA_DIR: disk!.folder })
    png = await screenshot(1)
  })
  afterAll(async () => {
    await world.close()
    disk?.close()
  })

  /** Temporary files that were not renamed yet. */
  const halves = () =>
    readdirSync(disk!.folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.[0-9a-f]{12}$/.test(name))
  const file = () => ({ name: 'proof.png', type: 'image/png', bytes: png })
  const refused = {
    status: 503,
    json: {
      code: 'storage_full',
      message: 'We cannot save anything right now. Nothing was changed; please try again later.',
    },
    headers: { 'retry-after': '10' },
  }

  it.each([
    { name: 'a picture of a player', path: '/player/avatar-upload', fields: {}, read: '/player/profile' },
    // Last, because a screenshot is re-encoded after its answer, which frees disk space meanwhile.
    {
      name: 'a screenshot of a deposit',
      path: '/player/deposit-namibia/manual-deposit/send-deposit-request',
      fields: { manual_deposit_id: '2', amount: '80', utr: 'FULL DISK 1' },
      read: '/player/deposit-history',
    },
  ])('refuses $name with a sentence, leaves nothing half written, and takes it once there is room', async (row) => {
    const player = await world.player()
    const send = () => player.form(row.path, row.fields, file())
    const read = async () => (await player.get(row.read)).json
    const before = await read()
    disk!.fill()
    expect(await send()).toMatchObject(refused)
    await vi.waitFor(() => expect(halves()).toEqual([]), { timeout: 20_000 })
    // Reading still works, and shows that nothing changed.
    expect(await read()).toEqual(before)
    disk!.free()
    expect((await send()).status).toBe(200)
    expect(await read()).not.toEqual(before)
  })
})
