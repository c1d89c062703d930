import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { houseKinds } from '../src/features/wallet/accounts.ts'
import { playerToBePaid, withdrawalCode } from './api-calls.ts'
import { seatOf } from './game-seat.ts'
import { openWorld, type World } from './world.ts'

const page = fileURLToPath(new URL('../../../docs/concepts/ledger-examples.md', import.meta.url))
const depositPath = '/player/deposit-namibia/manual-deposit/send-deposit-request'
let world: World
let cashier: Awaited<ReturnType<World['operator']>>
let manager: Awaited<ReturnType<World['operator']>>
/** Ids of the examples, by their names on the page. */
const ids = new Map<string, string>()

beforeAll(async () => {
  world = await openWorld()
  cashier = await world.operator('cashier')
  manager = await world.operator('manager')
  for (const story of [deposit, betAndWin, withdrawal, bonus, debt]) await story()
})
afterAll(() => world.close())

type Player = Awaited<ReturnType<World['player']>>

async function approvedDeposit(player: Player, name: string, amount: string) {
  const fields = { manual_deposit_id: '2', amount, utr: `EFT 2026 ${name.slice(-1)}0017` }
  const { deposit } = (await player.form(depositPath, fields)).json.data as { deposit: { id: string } }
  ids.set(name, deposit.id)
  const version = async () => (await cashier.get(`/staff/deposits/${deposit.id}`)).json.deposit.version as number
  const approval = { received_amount: `${amount}.00`, version: await version() }
  expect((await cashier.post(`/staff/deposits/${deposit.id}/approve`, approval)).status).toBe(200)
  return { id: deposit.id, version: await version() }
}

async function deposit() {
  const player = await world.player()
  ids.set('anna', player.id)
  await approvedDeposit(player, 'dep_1', '250')
}

async function betAndWin() {
  const player = await world.player({ balance: '100.00' })
  ids.set('ben', player.id)
  const seat = await seatOf(world, player)
  await seat.bet(2_000, 'round-1-bet')
  expect(await seat.win('round-1-bet', 3_500, 'round-1-bet', 'round-1-win')).toMatchObject({ code: 'ok' })
}

async function withdrawal() {
  const player = await playerToBePaid(world)
  ids.set('cleo', player.id)
  const request = { amount: '400', payout_account_id: player.payoutAccountId, otp: await withdrawalCode(world, player) }
  const { id } = (await player.post('/player/withdrawals', request)).json.withdrawal as { id: string }
  ids.set('wd_1', id)
  const { version } = (await cashier.get(`/staff/withdrawals/${id}`)).json.withdrawal as { version: number }
  expect((await cashier.post(`/staff/withdrawals/${id}/reject`, { version, reason: 'other' })).status).toBe(200)
}

async function bonus() {
  const player = await world.player({ balance: '100.00' })
  ids.set('dina', player.id)
  const { id } = (await player.post('/player/bonuses/rule_sandbox_welcome_na/claim')).json.bonus as { id: string }
  ids.set('bonus_1', id)
  expect((await player.post(`/player/bonuses/${id}/cancel`)).status).toBe(200)
}

async function debt() {
  const player = await world.player()
  ids.set('emil', player.id)
  const { id, version } = await approvedDeposit(player, 'dep_2', '500')
  await (await seatOf(world, player)).play(10_000)
  const reversal = { reason: 'not_received', note: 'The bank took it back.', version }
  expect((await manager.post(`/staff/deposits/${id}/reverse`, reversal)).status).toBe(200)
  await approvedDeposit(player, 'dep_3', '300')
}

/** Runs a query of the page and formats its result as a table, numbers right-aligned. */
async function answerOf(query: string): Promise<string> {
  const named = (text: string) => [...ids].reduce((all, [name, id]) => all.replaceAll(id, name), text)
  const real = [...ids].reduce(
    (all, [name, id]) => all.replaceAll(`'${name}'`, `'${id}'`).replaceAll(`:${name}'`, `:${id}'`),
    query,
  )
  const { rows } = await sql.raw<Record<string, unknown>>(real).execute(world.db.kysely)
  const columns = Object.keys(rows[0] ?? {})
  const table = [columns, ...rows.map((row) => columns.map((column) => named(String(row[column] ?? ''))))]
  const widths = columns.map((_, index) => Math.max(...table.map((line) => line[index]?.length ?? 0)))
  const isNumber = columns.map((_, index) => table.slice(1).every((line) => /^-?[\d.]+$/.test(line[index] ?? '')))
  const lines = table.map((line) =>
    line
      .map((cell, index) => (isNumber[index] ? cell.padStart(widths[index] ?? 0) : cell.padEnd(widths[index] ?? 0)))
      .join(' | ')
      .trimEnd(),
  )
  lines.splice(1, 0, widths.map((width) => '-'.repeat(width)).join('-+-'))
  return lines.join('\n')
}

it('the ledger’s examples return the results shown on their page', async () => {
  const before = readFileSync(page, 'utf8')
  let after = ''
  let from = 0
  for (const found of before.matchAll(/```sql\n(.*)\n```\n\n```text\n[^`]*```/g)) {
    after +=
      before.slice(from, found.index) +
      `\`\`\`sql\n${found[1]}\n\`\`\`\n\n\`\`\`text\n${await answerOf(found[1]!)}\n\`\`\``
    from = found.index + found[0].length
  }
  expect(from).toBeGreaterThan(0)
  await expect(after + before.slice(from)).toMatchFileSnapshot(page)
})

it('the trial balance view equals the wallet’s', async () => {
  const { rows } = await sql<{ account: string; currency: string; debit: string; credit: string }>`
    select account, currency, coalesce(debit, 0) * 100 as debit, coalesce(credit, 0) * 100 as credit
    from ledger.trial_balance order by currency, account`.execute(world.db.kysely)
  const ofWallet = await world.app.features.wallet.trialBalance(world.db.kysely)
  expect(rows.map((row) => ({ ...row, debit: BigInt(Number(row.debit)), credit: BigInt(Number(row.credit)) }))).toEqual(
    ofWallet.map(({ account, currency, debitMinor, creditMinor }) => ({
      account,
      currency,
      debit: debitMinor,
      credit: creditMinor,
    })),
  )
})

it('accounts grow on the same side in database and code', async () => {
  for (const [kind, side] of Object.entries(houseKinds)) {
    const { rows } = await sql<{ side: string }>`select ledger.grows_on(${`${kind}:1`}) as side`.execute(
      world.db.kysely,
    )
    expect({ kind, side: rows[0]?.side }).toEqual({ kind, side })
  }
})
