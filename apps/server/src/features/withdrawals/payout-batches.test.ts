import '../statements/tables.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importFile, importLines, linesOf, mapping, type Operator } from '../../../test/statements.ts'
import { openSentPayouts } from '../../../test/payouts.ts'
import { openWorldWithSandbox, type Sandbox } from '../../../test/sandbox.ts'
import type { Answer, World } from '../../../test/world.ts'

let world: World
let sandbox: Sandbox
let close: () => Promise<void>
let cashier: Operator
let colleague: Operator
beforeAll(async () => {
  ;({ world, sandbox, close } = await openWorldWithSandbox())
  cashier = await world.operator('cashier')
  colleague = await world.operator('cashier')
})
afterAll(() => close())

const refusal = ({ status, json }: Answer) => [status, json.code]
const { standing, house, seen, decide, approved } = openSentPayouts(() => ({ world, cashier, colleague }))

describe('a batch for the bank', () => {
  it('is made of approved payouts, sent to the bank and paid by the statement', async () => {
    const [one, two] = [await approved('300'), await approved('500')]
    const made = await cashier.post('/staff/payout-batches', { kind: 'bank_na' })
    expect(made.json.batch).toMatchObject({ state: 'draft', payouts: 2, total: '800.00', states: { batched: 2 } })
    const { id, version } = made.json.batch
    expect(refusal(await decide(cashier, one.id, 'reject', { reason: 'other' }))).toEqual([
      409,
      'withdrawal_state_changed',
    ])
    expect(refusal(await decide(cashier, one.id, 'pay', { payment_reference: 'TOO-SOON' }))).toEqual([
      409,
      'withdrawal_state_changed',
    ])
    expect(refusal(await cashier.post('/staff/payout-batches', { kind: 'bank_na' }))).toEqual([409, 'nothing_to_pay'])

    const csv = (await cashier.get(`/staff/payout-batches/${id}/csv`)).json.toString() as string
    expect(csv.split('\r\n')[0]).toBe('reference,beneficiary,bank,branch,account,amount,currency')
    expect(csv).toContain(`${one.code},Invented Player,Skeleton Coast Bank,480001,62001234567,300.00,NAD`)
    const xml = (await cashier.get(`/staff/payout-batches/${id}/pain001`)).json.toString() as string
    expect(xml).toContain('<CtrlSum>800.00</CtrlSum>')
    expect(xml).toContain(`<EndToEndId>${two.code}</EndToEndId>`)
    const trail = (await cashier.get(`/staff/audit?subject=${id}`)).json.entries.map(
      (entry: { action: string }) => entry.action,
    )
    expect(trail).toEqual(['batch.download', 'batch.download', 'batch.make'])

    expect(await standing(one.player)).toEqual([70_000n, 30_000n])
    const sent = await cashier.post(`/staff/payout-batches/${id}/send`, { version })
    expect(sent.json.batch).toMatchObject({ state: 'sent', states: { sent: 2 } })
    expect(
      refusal(await cashier.post(`/staff/payout-batches/${id}/send`, { version: sent.json.batch.version })),
    ).toEqual([409, 'batch_state_changed'])
    expect(await standing(one.player)).toEqual([70_000n, 0n])
    expect(await house('payout_transit')).toBe(-80_000n)

    const imported = await importLines(
      cashier,
      [
        { amount: '-300.00', reference: one.code, text: 'batch' },
        { amount: '-499.00', reference: two.code, text: 'batch' },
      ],
      'payouts-NAD',
    )
    expect(imported.json).toMatchObject({ linked: 1 })
    expect((await seen(one.id)).state).toBe('paid')
    expect((await seen(two.id)).state).toBe('sent')
    const [odd] = await linesOf(cashier, `q=${two.code}`)
    const link = await cashier.post(`/staff/statement-lines/${odd.id}/link`, {
      version: odd.version,
      payment_id: two.id,
    })
    expect(refusal(link)).toEqual([409, 'statement_match_changed'])
    expect((await decide(cashier, two.id, 'fail', { note: 'the bank refused it' })).json.withdrawal.state).toBe(
      'failed',
    )
    expect(await standing(two.player)).toEqual([100_000n, 0n])
    expect(await house('payout_transit')).toBe(0n)

    const back = await importLines(
      cashier,
      [{ amount: '300.00', reference: one.code, text: 'account closed' }],
      'payouts-NAD',
    )
    expect(back.json).toMatchObject({ linked: 0, statement: { new_lines: 1 } })
    const line = (await linesOf(cashier, `q=${one.code}`)).find((candidate) => candidate.amount === '300.00')
    const returned = await cashier.post(`/staff/statement-lines/${line.id}/link`, {
      version: line.version,
      payment_id: one.id,
    })
    expect(returned.json.line.state).toBe('linked')
    expect((await seen(one.id)).state).toBe('returned')
    expect(await standing(one.player)).toEqual([100_000n, 0n])
  })

  it('is cancelled before the bank has it, and no money moves', async () => {
    const { id, player } = await approved('200')
    const { batch } = (await cashier.post('/staff/payout-batches', { kind: 'bank_na' })).json
    const cancelled = await cashier.post(`/staff/payout-batches/${batch.id}/cancel`, { version: batch.version })
    expect(cancelled.json.batch.state).toBe('cancelled')
    expect((await seen(id)).state).toBe('approved')
    expect(await standing(player)).toEqual([80_000n, 20_000n])
    expect((await decide(cashier, id, 'pay', { payment_reference: 'BY-HAND-9' })).json.withdrawal.state).toBe('paid')
  })

  it('of a large sum is sent by another operator than its creator', async () => {
    await approved('12000', '20000.00')
    const { batch } = (await cashier.post('/staff/payout-batches', { kind: 'bank_na' })).json
    const send = (operator: Operator) =>
      operator.post(`/staff/payout-batches/${batch.id}/send`, { version: batch.version })
    expect(refusal(await send(cashier))).toEqual([409, 'same_operator'])
    expect((await send(colleague)).json.batch.state).toBe('sent')
  })
})

describe('the sandbox’s bank', () => {
  it.each(['csv', 'ofx', 'mt940', 'camt053'] as const)(
    'writes statements as %s that can be imported',
    async (format) => {
      const account = String({ csv: 5, ofx: 6, mt940: 7, camt053: 8 }[format])
      await sandbox.transfer({
        account,
        amount: '150.00',
        reference: `AB-${format}`,
        payer: 'Ester & <Nangolo>',
        day: '2026-11-20',
      })
      await sandbox.transfer({ account, amount: '7.25', direction: 'out', text: 'fee', day: '2026-11-21' })
      const bytes = await sandbox.statement(account, format)
      const sent = format === 'csv' ? { mapping: JSON.stringify({ ...mapping, bank_id: 5 }) } : { mapping: '' }
      const imported = await importFile(cashier, bytes, account, sent)
      expect(imported.json).toMatchObject({
        statement: { format, new_lines: 2, new_in: '150.00', new_out: '7.25', first_day: '2026-11-20' },
      })
    },
  )

  it.each([
    ['csv', 'easy-wallet', 'manual_easy_wallet_id', '5'],
    ['ofx', 'blue-wallet', 'manual_blue_wallet_id', '6'],
    ['mt940', 'nedbank-wallet', 'manual_nedbank_wallet_id', '7'],
    ['camt053', 'access-money-wallet', 'manual_access_wallet_id', '8'],
  ] as const)(
    'has a reported payment on its statement as %s, which is imported, matched and credited',
    async (format, family, field, account) => {
      const player = await world.player()
      const utr = `paid/${format} ${player.id.slice(-6)}`
      const submitted = await player.form(`/player/deposit-namibia/${family}-deposit/send-deposit-request`, {
        [field]: account,
        amount: '123.45',
        utr,
      })
      const sent = format === 'csv' ? { mapping: JSON.stringify({ ...mapping, bank_id: 5 }) } : { mapping: '' }
      const imported = await importFile(cashier, await sandbox.statement(account, format), account, sent)
      expect(imported.json).toMatchObject({ status: 'success', exact_matches: 1 })
      const { id } = submitted.json.data.deposit
      const [line] = (await linesOf(cashier, 'state=exact')).filter((one) => one.account === account)
      const pairs = [{ line_id: line.id, deposit_id: id, version: line.version }]
      const { outcomes } = (await cashier.post('/staff/statement-lines/approve-exact', { pairs })).json
      expect(outcomes).toMatchObject([{ done: true }])
      expect((await world.balance(player.id)).cashMinor).toBe(12_345n)
      // Repeated imports pay it once.
      const again = await importFile(cashier, await sandbox.statement(account, format), account, sent)
      expect(again.json).toMatchObject({ already: true })
    },
  )

  it('has no payments while its players do not pay, except manual ones', async () => {
    const player = await world.player()
    await sandbox.playersPay('nothing')
    const utr = `LIED${player.id.slice(-6)}`
    await player.form('/player/deposit-namibia/ewallet-deposit/send-deposit-request', {
      manual_ewallet_id: '4',
      amount: '50',
      utr,
    })
    const statement = async () => (await sandbox.statement('4', 'csv')).toString()
    expect(await statement()).not.toContain(utr)
    await sandbox.playersPay('as_reported')
    // Payments that were only reported stay unpaid.
    expect(await statement()).not.toContain(utr)
    await sandbox.transfer({ account: '4', amount: '50.00', reference: utr, payer: 'Ester Nangolo' })
    expect((await statement()).match(new RegExp(utr, 'g'))).toHaveLength(1)
  })

  it.each([undefined, 'Bearer', 'Bearer wrong', 'the key'])(
    'refuses the authorisation %s for reported payments',
    async (key) => {
      const headers: Record<string, string> = key === undefined ? {} : { authorization: key }
      const answer = await world.visitor().get('/bank/expected-payments', headers)
      expect(refusal(answer)).toEqual([401, 'signature_invalid'])
    },
  )

  it('refuses payouts without its key', async () => {
    const answer = await fetch(`${sandbox.origin}/bank/payouts`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
    expect(answer.status).toBe(401)
  })
})
