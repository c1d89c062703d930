import type { Cast } from './cast.ts'
import type { SeedWorld } from './open-world.ts'

const minor = 100
/** Number of the bank account in Namibia among the payment details. */
const account = '2'

/** A bank statement of today: lines that match a deposit exactly, unknown lines, and one of each decision. */
export async function showStatements(world: SeedWorld, cast: Cast) {
  const { sandbox, operators } = world
  const payer = await cast.player('bank_lines')
  const book = (amount: string, reference: string, text = 'Invented Payer') =>
    sandbox.transfer({ account, amount, reference, payer: text, currency: 'NAD' })
  for (const [index, amount] of [210, 220].entries()) {
    const reference = `EFT LINE ${index + 1}`
    await payer.deposit(amount * minor, 'manual-namibia', reference)
    await book(`${amount}.00`, reference)
  }
  const linked = await cast.player('bank_linked')
  const reference = 'EFT LINKED'
  const id = await linked.deposit(230 * minor, 'manual-namibia', reference)
  await cast.approve(id, '230.00')
  await book('230.00', reference)
  await book('64.00', 'RENT NOVEMBER', 'A tenant')
  await book('75.50', 'UNKNOWN 17', 'No name')
  await book('18.00', 'TWICE', 'Paid twice')
  await book('92.00', 'FOR SELMA', 'Selma')

  const cashier = await operators.as('cashier')
  const file = { name: 'statement.xml', field: 'statement', content: await sandbox.statement(account) }
  await cashier.form('/staff/statements', { account }, file)
  const { lines } = await cashier.get(`/staff/statement-lines?account=${account}`)
  const lineOf = (wanted: string) => lines.find((line: { reference: string }) => line.reference.includes(wanted))
  const decide = (wanted: string, verb: string, body: object) =>
    cashier.post(`/staff/statement-lines/${lineOf(wanted).id}/${verb}`, { version: lineOf(wanted).version, ...body })
  await decide('LINE 1', 'credit', { deposit_id: lineOf('LINE 1').candidates[0].payment_id })
  await decide('TWICE', 'dismiss', { reason: 'sent_back', note: 'Paid twice by mistake' })
  await decide('SELMA', 'assign', { player_id: payer.id, note: 'Called us' })
  await sandbox.playersPay('as_reported')
}
