import '../../src/features/payments/tables.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signatureOf } from '../../src/features/payments/a-pay.ts'
import { testEngine } from '../engines.ts'
import { inBatches, openWorldOfProcesses, over, startServers, type ServerProcess } from '../processes.ts'
import { openWorldWithSandbox, sandboxKey, type Sandbox } from '../sandbox.ts'
import type { Answer, World } from '../world.ts'

const redeemPath = '/player/deposit-namibia/kazang-deposit/redeem_voucher'
const nobody = { cookies: new Map<string, string>(), token: () => undefined }
type Player = Awaited<ReturnType<World['player']>>

describe.runIf(testEngine === 'postgres')('vouchers and postbacks', () => {
  let world: World
  let sandbox: Sandbox
  let close: () => Promise<void>
  beforeAll(async () => {
    ;({ world, sandbox, close } = await openWorldWithSandbox(openWorldOfProcesses))
  })
  afterAll(() => close())

  const cash = async (player: { id: string }) => (await world.balance(player.id)).cashMinor
  const postings = async (reason: string) =>
    (await world.db.kysely.selectFrom('ledger.posting').select('key').where('reason', '=', reason).execute()).length
  const payment = (id: string) =>
    world.db.kysely.selectFrom('payments.service_payment').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  /** Makes everything open due now, and runs this process's clean-up job. */
  const cleanUp = async () => {
    // Skip locked rows: several of these updates could deadlock.
    await world.db.kysely
      .updateTable('payments.service_payment')
      .set({ next_check_at: new Date(0) })
      .where('id', 'in', (free) =>
        free
          .selectFrom('payments.service_payment')
          .select('id')
          .where('next_check_at', 'is not', null)
          .forUpdate()
          .skipLocked(),
      )
      .execute()
    await world.db.kysely
      .updateTable('payments.service_postback')
      .set({ received_at: new Date(0) })
      .where('id', 'in', (free) => free.selectFrom('payments.service_postback').select('id').forUpdate().skipLocked())
      .execute()
    await world.app.features.payments.clean()
  }
  const started = async (server: ServerProcess, player: Player, index: number) => {
    const path = `/player/payment-services/a-pay?return_url=/&amount=500&custom_transaction_id=TXN-${player.id.slice(-6)}-${index}`
    const { json } = (await over(server, player).get(path))!
    const { order_id, deposit } = json.data as { order_id: string; deposit: { id: string } }
    await sandbox.setOutcome(order_id, 'lost')
    return { order: order_id, id: deposit.id, body: bodyOf(player, order_id, deposit.id) }
  }
  const bodyOf = (player: Player, order: string, id: string) => {
    const fields = { order_id: order, status: 'Success', amount: 500, currency: 'INR' }
    const transactions = JSON.stringify([{ ...fields, custom_transaction_id: id, custom_user_id: player.id }])
    const signature = signatureOf(transactions, { accessKey: 'sandbox', privateKey: sandboxKey })
    return `{"access_key":"sandbox","signature":"${signature}","transactions":${transactions}}`
  }
  const postback = (server: ServerProcess, body: string, headers: Record<string, string> = {}) =>
    over(server, nobody).post('/payment-services/a-pay/postback', body, headers)

  describe('with two servers on one database', () => {
    let servers: ServerProcess[]
    beforeAll(async () => {
      servers = await startServers(2, world.environment, world.url!)
    })
    afterAll(async () => {
      await Promise.all(servers.map((server) => server.stop()))
    })

    it('50 vouchers are credited 50 times, each redeemed eight times concurrently by two players', async () => {
      const players = [await world.player(), await world.player()] as const
      const vouchers = await inBatches(Array.from({ length: 50 }), 10, () => sandbox.voucher('good', '10.00'))
      const answers: (Answer | undefined)[] = []
      for (const { pin } of vouchers) {
        // The loser gets the refusal of a used voucher; tries must not count for the next one here.
        await world.db.kysely.deleteFrom('platform.attempt_count').execute()
        answers.push(
          ...(await Promise.all(
            Array.from({ length: 8 }, (_, index) =>
              over(servers[index % 2]!, players[(index >> 1) % 2]!).post(redeemPath, { pin }),
            ),
          )),
        )
      }
      await cleanUp()
      expect(answers.filter((answer) => ![200, 422].includes(answer?.status ?? 0))).toEqual([])
      expect(await postings('voucher')).toBe(50)
      expect((await cash(players[0])) + (await cash(players[1]))).toBe(50_000n)
      const output = servers.map((server) => server.output()).join('')
      expect(vouchers.filter(({ pin }) => output.includes(pin))).toEqual([])
    })

    it('a player has at most three open deposits, however many are reported concurrently on both servers', async () => {
      const path = '/player/deposit-namibia/manual-deposit/send-deposit-request'
      const players = await inBatches(Array.from({ length: 10 }), 5, () => world.player())
      await inBatches(players, 5, async (player) => {
        const answers = await Promise.all(
          Array.from({ length: 8 }, (_, index) =>
            over(servers[index % 2]!, player).form(path, {
              manual_deposit_id: '2',
              amount: '500',
              utr: `OPEN${player.id.slice(-6)}${index}`,
            }),
          ),
        )
        const outcomes = answers.map((answer) => (answer!.json.code as string | undefined) ?? 'taken').toSorted()
        expect(outcomes).toEqual([...Array(3).fill('taken'), ...Array(5).fill('too_many_open_deposits')].toSorted())
      })
    })

    it('50 payments are credited 50 times with eight concurrent callbacks each and the job', async () => {
      // A player may have three of them open, so these have two each.
      const players = await inBatches(Array.from({ length: 25 }), 5, () => world.player({ market: 'IN' }))
      const before = await postings('payment')
      const begun = await inBatches([...players, ...players], 5, (player) => started(servers[0]!, player, ++places))
      await inBatches(begun, 10, async ({ body }) => {
        const postbacks = Array.from({ length: 8 }, (_, index) => postback(servers[index % 2]!, body))
        const [, ...answers] = await Promise.all([cleanUp(), ...postbacks])
        expect(new Set(answers.map((answer) => answer?.status))).toEqual(new Set([200]))
      })
      await cleanUp()
      expect((await postings('payment')) - before).toBe(50)
      const sums = await inBatches(players, 5, cash)
      expect(sums).toEqual(players.map(() => 2n * 50_000n))
      for (const { id } of begun) expect((await payment(id)).state).toBe('succeeded')
    })
    let places = 0
  })
})
