import type { Cast } from './cast.ts'
import type { SeedWorld } from './open-world.ts'

const minuteMs = 60_000
const outcomes = ['success', 'fail', 'reject', 'mismatch', 'nothing', 'lost'] as const

/** Vouchers that were credited, refused and left open, and payments at each service with each outcome. */
export async function showServices(world: SeedWorld, cast: Cast) {
  const { sandbox } = world
  for (const behaviour of ['good', 'change', 'used', 'expired', 'foreign', 'silent', 'lost']) {
    const player = await cast.player(`voucher_${behaviour}`)
    const pin = await sandbox.voucher(behaviour, '150.00')
    await (await player.online()).attempt('POST', '/player/deposit-namibia/kazang-deposit/redeem_voucher', { pin })
  }
  for (const outcome of outcomes) {
    const reference = `TXN-DEMO-${outcome.toUpperCase()}`
    const indian = await (await cast.player(`a_pay_${outcome}`, { market: 'IN' })).online()
    const query = `return_url=/payment-method&custom_transaction_id=${reference}&amount=500`
    const started = await indian.get(`/player/payment-services/a-pay?${query}`)
    const namibian = await (await cast.player(`page_${outcome}`)).online()
    const fields = { return_url: '/payment-method', custom_transaction_id: reference, amount: '500' }
    const other = await namibian.post('/player/payment-services/sandbox-pay/payments', fields)
    if (outcome === 'nothing') continue
    for (const { data } of [started, other]) await sandbox.endAtPage(data.order_id, outcome)
  }
  await settleOneCase(world)
}

/**
 * A voucher that somebody else used before its issuer answered us: the next query finds it refused. A job repeats
 * queries, so this runs while the clock can still be moved.
 */
export async function showDeclinedVoucher(world: SeedWorld, cast: Cast) {
  const player = await (await cast.player('voucher_declined')).online()
  const pin = await world.sandbox.voucher('lost', '150.00')
  const { data } = await player.post('/player/deposit-namibia/kazang-deposit/redeem_voucher', { pin })
  await world.sandbox.redeemElsewhere(pin)
  world.clock.moveTo(new Date(world.clock.now().getTime() + 10 * minuteMs))
  await world.clock.runDue()
  for (let tries = 0; tries < 200; tries++) {
    const { deposit } = await player.get(`/player/deposits/${data.deposit.id}`)
    if (deposit.state === 'declined') return
    await world.clock.pause(50)
  }
}

/** Refuses one of the payments under review, so that both outcomes exist. */
async function settleOneCase({ operators }: SeedWorld) {
  const manager = await operators.as('manager')
  const { cases } = await manager.get('/staff/payment-cases?state=review')
  if (cases.length < 2) return
  const reply = await manager.attempt('POST', `/staff/payment-cases/${cases[0].id}/settle`, {
    outcome: 'refuse',
    note: 'The service paid it back',
  })
  if (reply.status !== 200) throw new Error(`a case could not be settled: ${JSON.stringify(reply.body)}`)
}
