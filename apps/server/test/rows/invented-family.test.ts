import { familyRows } from '@dhow/contract/deposit-families'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openWorld, type World } from '../world.ts'
import { inventedFamily } from './dune-wallet.ts'

/** The contract with one more row; everything else is derived from the rows. */
vi.mock('@dhow/contract/deposit-families', async (importOriginal) => {
  const contract = await importOriginal<typeof import('@dhow/contract/deposit-families')>()
  const { inventedFamily: added } = await import('./dune-wallet.ts')
  return {
    ...contract,
    depositFamilies: { ...contract.depositFamilies, ...added },
    familyRows: [...contract.familyRows, { family: 'dune-wallet', ...added['dune-wallet'] }],
  }
})

const row = inventedFamily['dune-wallet']
const submitPath = `${row.base}/send-deposit-request`
let world: World
let player: Awaited<ReturnType<World['player']>>
let cashier: Awaited<ReturnType<World['operator']>>

beforeAll(async () => {
  world = await openWorld()
  player = await world.player()
  cashier = await world.operator('cashier')
})
afterAll(() => world.close())

it('an added family is a row like the others', () => {
  const numbers = familyRows.map(({ number }) => number)
  expect(numbers).toEqual([...new Set(numbers)])
  expect(familyRows.map(({ family }) => family)).toContain('dune-wallet')
})

it('the chooser and the wizard list an added family', async () => {
  for (const path of ['/player/payment-services/payment-methods?type=deposit', '/player/get-deposit-method']) {
    const { methods } = (await player.get(path)).json
    expect(methods.find((method: { code: string }) => method.code === 'dune_wallet')).toMatchObject({
      id: row.number,
      name: 'dune wallet',
      display_name: row.label,
      display_name_text: { code: 'text', params: { text: row.label } },
      description_text: row.howToPay,
      limits: { min: '10.00', max: '5000.00' },
      history_path: row.historyPath,
    })
  }
})

it('its payment details are those of the sandbox, with the texts of its rail', async () => {
  const { json } = await player.get(`${row.base}/get-payment-details`)
  expect(json.details).toMatchObject([
    { id: 9, name: 'Dune Wallet', rail: 'wallet_dune', reference_help: { code: 'reference_of_message' } },
  ])
  expect(json.details[0].lines[0]).toMatchObject({ label: 'Cellphone number', value: '081 000 0109', copy: true })
  const wizard = await player.get(`/player/get-payment-detail?payment_method_id=${row.number}`)
  expect(wizard.json.details).toEqual(json.details)
})

it('its form has its own field and refuses references in another rail’s format', async () => {
  const sent = { amount: '50', utr: 'SMS900001' }
  const wrongField = await player.form(submitPath, { ...sent, manual_deposit_id: '9' })
  expect(wrongField.json.code).toBe('payment_details_missing')
  const foreign = await player.form(submitPath, { ...sent, [row.idField]: '2' })
  expect(foreign.json.code).toBe('payment_details_missing')
  const pin = await player.form(submitPath, { ...sent, [row.idField]: '9', utr: '12345' })
  expect(pin.json.code).toBe('reference_malformed')
})

it('its deposits are submitted, shown in the histories, approved by staff, and credited once', async () => {
  const { json } = await player.form(submitPath, { [row.idField]: '9', amount: '250', utr: 'SMS900002' })
  const { id } = json.data.deposit
  expect(json.data.deposit).toMatchObject({ family: 'dune-wallet', method: row.label, status: 'pending' })
  for (const path of [`${row.base}/history`, '/player/deposit-history'])
    expect((await player.get(path)).json.data).toMatchObject([{ id, status: 'pending' }])

  const { deposit } = (await cashier.get(`/staff/deposits/${id}`)).json
  expect(deposit.paid_to).toBe('Dune Wallet (9)')
  const approved = await cashier.post(`/staff/deposits/${id}/approve`, {
    received_amount: '240.00',
    version: deposit.version,
  })
  expect(approved.json.deposit).toMatchObject({ credited_amount: '240.00' })
  expect((await world.balance(player.id)).cashMinor).toBe(24_000n)
  expect((await player.get(`${row.base}/history`)).json).toMatchObject({
    data: [{ id, status: 'completed', credited_amount: '240.00' }],
    totals: { in: '240.00' },
  })
})

it('operators see it with its rail, can switch it, and add an account to it', async () => {
  const manager = await world.operator('manager')
  const { methods } = (await manager.get('/staff/payment-methods')).json
  expect(methods.find((method: { code: string }) => method.code === 'dune_wallet')).toMatchObject({
    kind: 'manual',
    rails: [{ rail: 'wallet_dune', label: 'label_message_reference' }],
    details: [{ id: 9, enabled: true }],
  })
  const added = await manager.post('/staff/payment-methods/dune_wallet/details', {
    rail: 'wallet_dune',
    name: 'Second number',
    lines: [{ label: 'Cellphone number', value: '081 000 0199', copy: true }],
    upi: null,
    note: null,
    min: '10.00',
    max: '100.00',
    schedule: null,
    reason: 'The first one is full',
  })
  expect(added.json).toMatchObject({ status: 'success' })
  await manager.post('/staff/payment-methods/dune_wallet/switch', { open: false, reason: 'For the night' })
  const refused = await player.get(`${row.base}/get-payment-details`)
  expect([refused.status, refused.json.code]).toEqual([409, 'method_unavailable'])
})
