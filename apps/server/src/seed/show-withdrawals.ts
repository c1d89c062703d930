import type { Cast } from './cast.ts'
import type { SeedWorld } from './open-world.ts'

const minor = 100
type Asked = Awaited<ReturnType<typeof ask>>

/** A withdrawal in each state but `unknown`. A batch takes all approved ones, so the order matters. */
export async function showWithdrawals(world: SeedWorld, cast: Cast) {
  const approve = (asked: Asked) => approveAsked(cast, asked)
  const batch = async (isSent: boolean) => {
    const cashier = await world.operators.as('cashier')
    const { batch: made } = await cashier.post('/staff/payout-batches', { kind: 'bank_na' })
    if (isSent) await cashier.post(`/staff/payout-batches/${made.id}/send`, { version: made.version })
  }

  const failed = await ask(world, cast, 'payout_failed')
  const sent = await ask(world, cast, 'payout_sent')
  for (const each of [failed, sent]) await approve(each)
  await batch(true)
  await cast.decide('cashier2', 'withdrawal', failed.id, 'fail', { note: 'The bank refused the account' })

  await approve(await ask(world, cast, 'payout_in_batch'))
  await batch(false)

  const paid = await ask(world, cast, 'payout_paid')
  const returned = await ask(world, cast, 'payout_returned')
  for (const [index, each] of [paid, returned].entries()) {
    await approve(each)
    await cast.decide('cashier2', 'withdrawal', each.id, 'pay', { payment_reference: `DEMO TODAY ${index + 1}` })
  }
  await cast.decide('cashier', 'withdrawal', returned.id, 'return', { note: 'The account is closed' })

  const rejected = await ask(world, cast, 'payout_rejected')
  await cast.decide('cashier', 'withdrawal', rejected.id, 'reject', { reason: 'name_mismatch', note: 'Another name' })
  await approve(await ask(world, cast, 'payout_approved'))
  await approve(await ask(world, cast, 'payout_two_people', 11_500))
  await ask(world, cast, 'payout_requested')
}

/** A payout without an answer. It comes last, because the server asks again after half a minute and gets an answer. */
export async function showUnknownWithdrawal(world: SeedWorld, cast: Cast) {
  const unknown = await ask(world, cast, 'payout_unknown')
  await approveAsked(cast, unknown)
  await world.sandbox.payoutsAre('lost')
  await cast.decide('cashier', 'withdrawal', unknown.id, 'send')
}

const approveAsked = (cast: Cast, { id, checked }: Asked) =>
  cast.decide('cashier', 'withdrawal', id, 'approve', { checked })

async function ask(world: SeedWorld, cast: Cast, name: string, amount = 300) {
  const player = await cast.player(name)
  await cast.pay(player, (amount + 50) * minor)
  const id = await player.withdraw(amount * minor)
  const cashier = await world.operators.as('cashier')
  const { withdrawal } = await cashier.get(`/staff/withdrawals/${id}`)
  const checked: string[] = withdrawal.warnings.map(({ code }: { code: string }) => code)
  return { id, checked }
}
