import { silentLog } from '@dhow/platform/log'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestDatabase } from '../../test/engines.ts'
import { fakeClock } from '../../test/parts.ts'
import { listPrograms, openPrograms } from './programs.ts'

const clock = fakeClock()
const still = { player_marks: Buffer.alloc(0), bets_last_minute: 0, bets_last_ten: 0 }
let opened: Awaited<ReturnType<typeof openTestDatabase>>
beforeAll(async () => {
  opened = await openTestDatabase(silentLog)
})
afterAll(() => opened.drop())

it('lists each server with version, start and whether it is silent, without those that stopped or ended long ago', async () => {
  const { db } = opened
  const open = (id: string, version: string) => openPrograms({ db, clock }, { id, version, machine: `host-${id}` })
  const list = async () =>
    (await listPrograms({ db, clock })).map(({ id, version, isSilent }) => [id, version, isSilent])
  const first = open('a', '0.1.0')
  await first.seen(still)
  clock.leap(60_000)
  const second = open('b', '0.2.0')
  await second.seen(still)
  expect(await list()).toEqual([
    ['a', '0.1.0', true],
    ['b', '0.2.0', false],
  ])
  await first.seen(still)
  expect(await list()).toEqual([
    ['a', '0.1.0', false],
    ['b', '0.2.0', false],
  ])
  const [row] = await listPrograms({ db, clock })
  expect([row?.machine, row?.started_at.getTime()]).toEqual(['host-a', clock.now().getTime() - 60_000])
  await first.left()
  expect(await list()).toEqual([['b', '0.2.0', false]])
  clock.leap(3_600_001)
  await open('c', '0.2.0').seen(still)
  expect(await list()).toEqual([['c', '0.2.0', false]])
})
