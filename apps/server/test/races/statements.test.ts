import '../../src/features/statements/tables.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkInvariants } from '../../src/features/wallet/index.ts'
import { playerToBePaid, withdrawalCode } from '../api-calls.ts'
import { testEngine } from '../engines.ts'
import { inBatches, openWorldOfProcesses, over, startServers, type ServerProcess } from '../processes.ts'
import { csvOfLines, importLines, linesOf, mapping, reportTransfer, type Operator } from '../statements.ts'
import type { Answer, World } from '../world.ts'

describe.runIf(testEngine === 'postgres')('statements with two servers on one database', () => {
  let world: World
  let cashiers: [Operator, Operator]
  let servers: ServerProcess[]
  beforeAll(async () => {
    world = await openWorldOfProcesses()
    cashiers = [await world.operator('cashier'), await world.operator('cashier')]
    servers = await startServers(2, world.environment, world.url!)
  })
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.stop()))
    await world.close()
  })

  const cash = async (player: { id: string }) => (await world.balance(player.id)).cashMinor
  const post = (index: number, path: string, body: object) =>
    over(servers[index % 2]!, cashiers[index % 2]!, 'console').post(path, body)
  const succeeded = (answers: (Answer | undefined)[]) => answers.filter((answer) => answer?.status === 200).length
  const expectWhole = async () => {
    const results = await checkInvariants(world.db.kysely, world.app.features.invariants)
    expect(results.filter((result) => result.violations > 0)).toEqual([])
  }

  it('one file sent eight times concurrently is imported once, and overlapping files import each line once', async () => {
    const sent = (bytes: Buffer, index: number) => {
      const form = new FormData()
      form.append('account', '2')
      form.append('mapping', JSON.stringify(mapping))
      form.append('statement', new Blob([new Uint8Array(bytes)], { type: 'text/csv' }), 'race.csv')
      const operator = cashiers[index % 2]!
      const cookie = [...operator.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      return fetch(`${servers[index % 2]!.console}/api/v1/dhow/staff/statements`, {
        method: 'POST',
        headers: { cookie, 'x-dhow-console': '1' },
        body: form,
      }).then(async (answer) => ({
        status: answer.status,
        json: (await answer.json()) as { already: boolean; statement: { new_lines: number } },
      }))
    }
    const lines = Array.from({ length: 40 }, (_, n) => ({ amount: `${n + 1}.00`, reference: `RACE${n}` }))
    const file = csvOfLines(lines)
    const same = await Promise.all(Array.from({ length: 8 }, (_, index) => sent(file, index)))
    expect(same.map(({ status }) => status)).toEqual(same.map(() => 200))
    expect(same.filter(({ json }) => !json.already)).toHaveLength(1)
    const overlapping = await Promise.all(
      [0, 10, 20, 30].map((from, index) =>
        sent(csvOfLines([...lines.slice(from), { amount: `${index + 1}.50` }]), index),
      ),
    )
    expect(overlapping.map(({ json }) => json.statement.new_lines)).toEqual([1, 1, 1, 1])
    await expectWhole()
  })

  it('each of 16 lines has one result, with eight concurrent decisions by two operators', async () => {
    const subjects = await inBatches(
      Array.from({ length: 16 }, (_, n) => n),
      8,
      async (index) => {
        const player = await world.player()
        const reference = `MANY${index}X${player.id.slice(-5)}`.toUpperCase()
        return { player, reference, deposit: await reportTransfer(player, '25', reference) }
      },
    )
    await importLines(
      cashiers[0],
      subjects.map(({ reference }) => ({ amount: '25.00', reference })),
    )
    for (const { player, reference, deposit } of subjects) {
      const [line] = await linesOf(cashiers[0], `q=${reference}`)
      const { version } = line
      const path = `/staff/statement-lines/${line.id}`
      const row = (await cashiers[0].get(`/staff/deposits/${deposit}`)).json.deposit
      const pair = { line_id: line.id, deposit_id: deposit, version }
      const [, , , , , , byHand, again] = await Promise.all([
        post(0, '/staff/statement-lines/approve-exact', { pairs: [pair] }),
        post(1, '/staff/statement-lines/approve-exact', { pairs: [pair] }),
        post(0, `${path}/credit`, { version, deposit_id: deposit }),
        post(1, `${path}/credit`, { version, deposit_id: deposit }),
        post(0, `${path}/assign`, { version, player_id: player.id, note: 'race' }),
        post(1, `${path}/dismiss`, { version, reason: 'duplicate', note: 'race' }),
        post(0, `/staff/deposits/${deposit}/approve`, { version: row.version, received_amount: '25' }),
        post(1, `/staff/deposits/${deposit}/approve`, { version: row.version, received_amount: '25' }),
      ])
      // Line and deposit each have one result. Only if the line was decided otherwise may the deposit be credited
      // separately, manually.
      const [ended] = await linesOf(cashiers[0], `q=${line.id}`)
      const apart = ended.state === 'assigned' && (byHand?.status === 200 || again?.status === 200)
      expect([2_500n, ...(ended.state === 'dismissed' ? [0n] : []), ...(apart ? [5_000n] : [])]).toContain(
        await cash(player),
      )
      if (ended.state === 'credited') expect(await cash(player)).toBe(2_500n)
    }
    await expectWhole()
  }, 120_000)

  it('a batch is sent or cancelled once, and no payout is in two batches', async () => {
    const ids: string[] = []
    for (let n = 0; n < 6; n++) {
      const player = await playerToBePaid(world)
      const otp = await withdrawalCode(world, player, '100')
      const { id } = (
        await player.post('/player/withdrawals', { amount: '100', payout_account_id: player.payoutAccountId, otp })
      ).json.withdrawal
      const { version } = (await cashiers[0].get(`/staff/withdrawals/${id}`)).json.withdrawal
      await cashiers[0].post(`/staff/withdrawals/${id}/approve`, { version })
      ids.push(id)
    }
    const made = await Promise.all(
      [0, 1, 2, 3].map((index) => post(index, '/staff/payout-batches', { kind: 'bank_na' })),
    )
    expect(succeeded(made)).toBe(1)
    const { batch } = made.find((answer) => answer?.status === 200)!.json
    expect(batch.payouts).toBe(6)
    const version = batch.version as number
    const ends = await Promise.all(
      [0, 1, 2, 3].flatMap((index) => [
        post(index, `/staff/payout-batches/${batch.id}/send`, { version }),
        post(index, `/staff/payout-batches/${batch.id}/cancel`, { version }),
      ]),
    )
    expect(succeeded(ends)).toBe(1)
    const states = await Promise.all(
      ids.map(async (id) => (await cashiers[0].get(`/staff/withdrawals/${id}`)).json.withdrawal.state),
    )
    expect(new Set(states).size).toBe(1)
    await expectWhole()
  })
})
