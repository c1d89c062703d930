import '../../src/features/campaigns/tables.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { asOwner } from '../as-owner.ts'
import { testEngine } from '../engines.ts'
import { openWorldOfProcesses, startServer, type ServerProcess } from '../processes.ts'
import type { World } from '../world.ts'

/** Ten thousand players: every hundredth is of each kind that no campaign reaches. */
const players = 10_000
/** Of each kind. */
const each = players / 100
const kinds = [
  'excluded',
  'on_break',
  'frozen',
  'closed',
  'suspended',
  'at_risk',
  'checked',
  'tester',
  'unwilling',
] as const
type Kind = (typeof kinds)[number]
const unreached = kinds.length * each
/** The base of the copies is a test player, too. */
const held = { restricted: 5 * each, flagged: 2 * each, test_player: each + 1, no_consent: each }

describe.runIf(testEngine === 'postgres')(
  'a campaign to ten thousand players, of whom some hundreds are not to be reached',
  { timeout: 600_000 },
  () => {
    let world: World
    let manager: Awaited<ReturnType<World['operator']>>
    const servers: ServerProcess[] = []
    const idOf = (n: number) => `ply_reach${String(n).padStart(5, '0')}`
    const ofKind = (kind: Kind) => (n: number) => n % 100 === kinds.indexOf(kind) + 1
    const numbers = Array.from({ length: players }, (_, index) => index + 1)

    beforeAll(async () => {
      world = await openWorldOfProcesses({}, { withoutJobs: true })
      manager = await world.operator('manager')
      const { id } = await world.player()
      await sql`update accounts.player set is_test = true where id = ${id}`.execute(world.db.kysely)
      // One day of heavy loss is enough for level 2; raising a weight needs no second person.
      const rule = { market: 'NA', code: 'net_loss', days: 30, threshold: '5000.00', weight: 5, on: true }
      const raised = await manager.put('/staff/reports/harm/rules', { ...rule, reason: 'As the authority asks' })
      expect(raised.json).toMatchObject({ status: 'success', waits: false })
      await asOwner(world.db, async (tx) => {
        const n = sql`generate_series(1, ${players}::int) n`
        const ply = sql`'ply_reach' || lpad(n::text, 5, '0')`
        const every = (kind: Kind) => sql`n % 100 = ${sql.lit(kinds.indexOf(kind) + 1)}`
        // Of each row they would ask what all of them are asked together below.
        await sql`alter table accounts.player disable trigger player_restricts`.execute(tx)
        await sql`alter table ledger.wallet disable trigger ledger_wallet_restricts`.execute(tx)
        await sql`alter table limits.play_block disable trigger play_block_restricts`.execute(tx)
        await sql`insert into accounts.player select made.* from accounts.player known, ${n}, lateral jsonb_populate_record(known, jsonb_build_object(
            'id', ${ply}, 'player_name', 'reach_' || n, 'is_test', ${every('tester')}, 'active', not ${every('suspended')},
            'mobile', '+26481' || (7000000 + n), 'deposit_code', 'RE' || n, 'referral_code', 'RE' || n)) made
          where known.id = ${id}`.execute(tx)
        await sql`insert into ledger.wallet (player_id, currency, frozen_at, closed_at)
          select ${ply}, 'NAD', case when ${every('frozen')} then now() end, case when ${every('closed')} then now() end from ${n}`.execute(
          tx,
        )
        await sql`insert into limits.play_block (player_id, kind, from_at, until_at, reason)
          select ${ply}, case when ${every('excluded')} then 'self_exclusion' else 'time_out' end, now(), now() + interval '1 day', 'test' from ${n}
          where ${every('excluded')} or ${every('on_break')}`.execute(tx)
        await sql`update ledger.wallet set restricted_until = restriction.until_at
          from (select player_id, max(until_at) as until_at from limits.player_restriction where 'bet' = any (forbids) group by 1) restriction
          where restriction.player_id = wallet.player_id`.execute(tx)
        for (const [table, trigger] of [
          ['accounts.player', 'player_restricts'],
          ['ledger.wallet', 'ledger_wallet_restricts'],
          ['limits.play_block', 'play_block_restricts'],
        ])
          await sql.raw(`alter table ${table} enable trigger ${trigger}`).execute(tx)
        await sql`insert into rewards.reward_check (id, kind, player_id, subject, currency, amount_minor, points, reasons, created_at)
          select 'rck_reach' || n, 'welcome', ${ply}, 'dep_' || n, 'NAD', 100, 5, '[]', now() from ${n} where ${every('checked')}`.execute(
          tx,
        )
        await sql`insert into reports.player_day (player_id, day, market, is_test, stakes, stake_minor, settled_minor, won_minor, deposits, deposit_minor)
          select ${ply}, (now() at time zone 'Africa/Windhoek')::date, 'NA', false, 1, 600000, 600000, 0, 0, 0 from ${n} where ${every('at_risk')}`.execute(
          tx,
        )
        await sql`insert into accounts.player_preference (player_id, chosen, updated_at)
          select ${ply}, jsonb_build_object('notifications', jsonb_build_object('offers', not ${every('unwilling')})), now() from ${n}`.execute(
          tx,
        )
        await sql`analyze accounts.player, ledger.wallet, limits.play_block, accounts.player_preference`.execute(tx)
      })
    }, 300_000)
    afterAll(async () => {
      for (const server of servers) await server.kill()
      // Sums and flags without what they come from would be found by the checks of the books.
      await asOwner(world.db, async (tx) => {
        await sql`delete from reports.player_day where player_id like 'ply_reach%'`.execute(tx)
        await sql`delete from rewards.reward_check where player_id like 'ply_reach%'`.execute(tx)
      })
      await world.close()
    })

    const begin = async () => {
      const server = await startServer(world.environment, world.url!)
      servers.push(server)
      return server
    }
    const read = async (id: string) =>
      (await manager.get('/staff/campaigns')).json.campaigns.find((one: { id: string }) => one.id === id)
    const reached = async () => {
      const { rows } = await sql<{ player_id: string; messages: bigint }>`
        select player_id, count(*) as messages from messages.player_message where kind = 'campaign' group by 1`.execute(
        world.db.kysely,
      )
      return new Map(rows.map(({ player_id: playerId, messages }) => [playerId, Number(messages)]))
    }

    it('reaches exactly the others, once each, although two servers are killed on the way', async () => {
      const rules = { match: 'all', rules: [] }
      const { segment } = (await manager.post('/staff/segments', { name: 'All', market: 'NA', rules, everybody: true }))
        .json
      const { campaign } = (
        await manager.post('/staff/campaigns', {
          ...{ name: 'To all', segment: segment.id, kind: 'message', amount: null, budget: null },
          ...{ players_at_most: players, texts: { en: { title: 'A weekend', text: 'Come and play.' } } },
          ...{ trigger: 'hand', event: null, days: null, repeats: false, wait_minutes: 0 },
        })
      ).json
      const dry = (await manager.get(`/staff/campaigns/${campaign.id}/dry-run`)).json
      expect(dry).toMatchObject({
        ...{ matched: players + 1, reached: players - unreached, everybody: true },
        unreachable: held,
      })
      const admin = await world.operator('admin')
      const started = await admin.post(`/staff/campaigns/${campaign.id}/start`, { at: null, everybody: true })
      expect(started.json.waits).toBe(false)
      const [first, second] = [await begin(), await begin()]
      await vi.waitUntil(async () => (await reached()).size > players * 0.2, { timeout: 300_000, interval: 20 })
      await first.kill()
      await vi.waitUntil(async () => (await reached()).size > players * 0.4, { timeout: 300_000, interval: 20 })
      await second.kill()
      const before = (await reached()).size
      expect(before).toBeLessThan(players - unreached)
      await begin()
      await vi.waitUntil(async () => (await read(campaign.id)).state === 'done', { timeout: 300_000, interval: 200 })
      const wanted = numbers.filter((n) => !kinds.some((kind) => ofKind(kind)(n))).map(idOf)
      const found = await reached()
      expect([...found.keys()].toSorted()).toEqual(wanted)
      expect(new Set(found.values())).toEqual(new Set([1]))
      expect((await read(campaign.id)).counts).toEqual({
        ...{ sent: players - unreached, ...held },
      })
    })
  },
)
