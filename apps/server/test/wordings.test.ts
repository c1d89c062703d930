import { operatorTexts, renderOperatorText, type OperatorText } from '@dhow/contract/operator-texts'
import { formatMoneyText } from '@dhow/contract/money'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { playerTexts } from '../src/platform/texts.ts'
import { importLines, reportTransfer, type Operator } from './statements.ts'
import { openWorld, type World } from './world.ts'

let world: World
let cashier: Operator
beforeAll(async () => {
  world = await openWorld()
  cashier = await world.operator('cashier')
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => world.close())

/** A text as the console renders it. */
const translate = (text: OperatorText) => renderOperatorText(text, { money: formatMoneyText, limit: formatMoneyText })
const formatCsv = async (reader: Pick<Operator, 'get'>, path: string) => String((await reader.get(path)).json)

it('a changed catalogue text changes console, exports and history at once, for existing rows', async () => {
  const player = await world.player()
  const id = await reportTransfer(player, '50', 'WORDING-1')
  const { version } = (await cashier.post(`/staff/deposits/${id}/claim`)).json.deposit
  await cashier.post(`/staff/deposits/${id}/reject`, { reason: 'not_received', version })
  await importLines(cashier, [{ amount: '7.00', reference: 'WORDING-2' }])

  const read = async () => {
    const { deposit } = (await cashier.get(`/staff/deposits/${id}`)).json
    return {
      flags: deposit.warnings.map(translate),
      step: translate(deposit.timeline.at(-1).text),
      differences: await formatCsv(cashier, '/staff/reconciliation/download?day=2026-11-21'),
      history: await formatCsv(player, '/player/history-download?kind=deposits'),
    }
  }
  expect(await read()).toEqual({
    flags: ['The player’s account is less than a day old.'],
    step: 'Rejected. The player reads: “We did not receive this payment.”',
    differences: expect.stringContaining('On the statement; no payment in the ledger names it.'),
    history: expect.stringContaining('We did not receive this payment.'),
  })
  vi.spyOn(operatorTexts, 'new_player').mockReturnValue('Brand new.')
  vi.spyOn(operatorTexts, 'deposit_rejected').mockReturnValue('Refused.')
  vi.spyOn(operatorTexts, 'difference_unnamed').mockReturnValue('Nobody named it.')
  vi.spyOn(playerTexts.en, 'deposit_rejected').mockReturnValue('Nothing arrived.')
  const changed = await read()
  expect(changed).toEqual({
    flags: ['Brand new.'],
    step: 'Refused.',
    differences: expect.stringContaining('Nobody named it.'),
    history: expect.stringContaining('Nothing arrived.'),
  })
  expect(changed.differences).not.toContain('On the statement')
  expect(changed.history).not.toContain('We did not receive')
})
