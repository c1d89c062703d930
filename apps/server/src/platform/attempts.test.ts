import { silentLog } from '@dhow/platform/log'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { simulate } from '../../../../bench/guess-simulation.mjs'
import { openTestDatabase } from '../../test/engines.ts'
import { fakeClock, seededRandom } from '../../test/parts.ts'
import { codeUses, guessRules, signInUses } from '../features/accounts/guess-limits.ts'
import type { Database } from './db/index.ts'
import { openAttempts, type AttemptRule, type Attempts } from './attempts.ts'
import { prefixOf, scaleIn, type Network } from './prefix.ts'
import { Refusal } from './refusal.ts'

const clock = fakeClock()
let networks: Network[] = []
let attempts: Attempts
let drop: () => Promise<void>
let db: Database
beforeAll(async () => {
  const opened = await openTestDatabase(silentLog)
  ;({ drop, db } = opened)
  attempts = openAttempts({ db, clock }, () => networks)
})
afterAll(() => drop())

const rule = (more: Partial<AttemptRule>): AttemptRule => ({ name: 'test', windowS: 60, most: 3, ...more })
const waitOf = async (taken: Promise<unknown>) => {
  const error = await taken.then(
    () => undefined,
    (refused: unknown) => refused,
  )
  return error instanceof Refusal ? error.data?.['retry_after_s'] : error
}

describe('a limit of tries', () => {
  it('allows no more concurrent tries than its limit, and returns the wait', async () => {
    const use = { rule: rule({ name: 'burst' }), subject: 'one' }
    const waits = await Promise.all(
      Array.from({ length: 40 }, () => waitOf(attempts.reserve([use], 'too_many_requests'))),
    )
    expect(waits.filter((wait) => wait === undefined)).toHaveLength(3)
    expect(waits.filter((wait) => wait === 60)).toHaveLength(37)
    clock.leap(59_001)
    expect(await waitOf(attempts.reserve([use], 'too_many_requests'))).toBe(1)
    clock.leap(999)
    expect(await waitOf(attempts.reserve([use], 'too_many_requests'))).toBeUndefined()
  })

  it('counts a try under all of its rules or under none', async () => {
    const wide = { rule: rule({ name: 'wide', most: 9 }), subject: 'two' }
    const narrow = { rule: rule({ name: 'narrow', most: 2 }), subject: 'two' }
    for (let n = 0; n < 6; n++) await waitOf(attempts.reserve([wide, narrow], 'too_many_requests'))
    expect(await attempts.count(wide.rule, 'two')).toBe(2)
  })

  it('gives back tries with a right answer, with a bonus once an hour for each account', async () => {
    const earning = rule({ name: 'earning-prefix', right: { earns: 2, savesUp: 4 } })
    const answer = async (account: string) => {
      const { onSuccess } = await attempts.reserve([{ rule: earning, subject: 'net' }], 'too_many_requests')
      await attempts.right(onSuccess, account)
    }
    for (let n = 0; n < 5; n++) await answer('one account')
    // One account earned two tries; with those, three tries above the limit pass before a right answer.
    const waits = []
    for (let n = 0; n < 6; n++)
      waits.push(await waitOf(attempts.reserve([{ rule: earning, subject: 'net' }], 'too_many_requests')))
    expect(waits.filter((wait) => wait === undefined)).toHaveLength(5)
  })

  it('resets the tries of one account only', async () => {
    const use = (subject: string) => ({ rule: rule({ name: 'forget.this', most: 1 }), subject })
    for (const subject of ['a', 'a|net', 'ab']) await attempts.reserve([use(subject)], 'too_many_requests')
    await attempts.forget(db.kysely, 'forget.', 'a')
    expect(await attempts.count(use('').rule, 'a')).toBe(0)
    expect(await attempts.count(use('').rule, 'a|net')).toBe(0)
    expect(await attempts.count(use('').rule, 'ab')).toBe(1)
  })
})

describe('a network prefix', () => {
  it.each([
    ['41.182.7.9', '41.182.7.0/24'],
    ['::ffff:41.182.7.9', '41.182.7.0/24'],
    ['2c0f:f178:12:34::5', '2c0f:f178:12::/48'],
    ['2001:db8::1', '2001:db8:0::/48'],
    ['::1', '0:0:0::/48'],
  ])('of %s is %s', (ip, prefix) => {
    expect(prefixOf(ip)).toBe(prefix)
  })

  it('has the allowance of the listed network that contains it', async () => {
    networks = [
      { name: 'Carrier', network: '41.182.0.0/16', allowance: 10 },
      { name: 'Six', network: '2c0f:f178::/32', allowance: 4 },
    ]
    expect(['41.182.7.9', '41.183.7.9', '2c0f:f178:1::1', '2c0f:f179::1'].map((ip) => scaleIn(networks, ip))).toEqual([
      10, 1, 4, 1,
    ])
    expect(attempts.byPrefix(guessRules.codePrefix, '41.182.7.9').most).toBe(80)
    networks = []
  })
})

it('honest players behind one address are refused only at the start, and codes sent to strangers are bounded', async () => {
  const start = clock.now().getTime()
  const random = seededRandom('honest')
  const parts = { attempts, codeUses, signInUses, random: (limit: number) => random.int(limit) }
  const at = (ms: number) => clock.leap(start + ms - clock.now().getTime())
  // The rate of 2,000 an hour.
  const world = { honest: 100, attackers: 10, durationMs: 180_000, triesEach: 10 }
  const count = await simulate({ ...parts, at }, world)
  expect(count.honest).toBe(world.honest)
  // A hundred of the hour's 2,000, of whom few are refused, all of them at the start.
  expect(count.honestRefused).toBeLessThan(20)
  expect(count.lastRefusedMs).toBeLessThan(120_000)
  expect(count.codesToStrangers).toBe(world.attackers * guessRules.codePrefix.most)
})
