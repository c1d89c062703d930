import { dhowCallHere, playerToBePaid, withdrawalCode } from './api-calls.ts'
import { openFreeRoundDesk } from './free-rounds.ts'
import { seatOf } from './game-seat.ts'
import type { Sandbox } from './sandbox.ts'
import { openTournamentDesk } from './tournaments.ts'
import { importLines, linesOf } from './statements.ts'
import type { World } from './world.ts'

/**
 * Credited deposits, one reversed, a partly paid debt and a waiting deposit; a credited voucher and an open payment
 * page; withdrawals open, paid and refused; a won bet and an open one.
 */
export async function fillBooks(world: World, sandbox: Sandbox, { timePasses = true } = {}) {
  const cashier = await world.operator('cashier')
  const player = await world.player()
  for (const utr of ['BOOKS1', 'BOOKS2', 'BOOKS3', 'BOOKS4', 'BOOKS5']) {
    const submitted = await player.form('/player/deposit-namibia/manual-deposit/send-deposit-request', {
      manual_deposit_id: '2',
      amount: '500',
      utr,
    })
    const { id } = submitted.json.data.deposit as { id: string }
    const { version } = (await cashier.get(`/staff/deposits/${id}`)).json.deposit
    if (utr === 'BOOKS3' || utr === 'BOOKS5') continue
    const approved = await cashier.post(`/staff/deposits/${id}/approve`, { received_amount: '500.00', version })
    if (utr !== 'BOOKS4') continue
    const undo = { version: approved.json.deposit.version, reason: 'not_received', note: 'For the books' }
    await (await world.operator('manager')).post(`/staff/deposits/${id}/reverse`, undo)
  }
  const { wallet } = world.app.features
  const ofDebtor = { playerId: player.id, currency: 'NAD', happenedAt: world.platform.clock.now() } as const
  await world.db.transaction(async (tx) => {
    const debit = { house: 'player_debt', ref: player.id } as const
    const credit = { house: 'bank_detail', ref: '2' } as const
    await wallet.post(tx, {
      ...ofDebtor,
      key: 'books:debt',
      reason: 'test' as never,
      lines: [{ debit, credit, amountMinor: 9_000_000n }],
    })
    await wallet.payDebt(tx, { ...ofDebtor, key: 'books:debt:paid', atMostMinor: 400n })
  })
  const { pin } = await sandbox.voucher()
  await player.post('/player/deposit-namibia/kazang-deposit/redeem_voucher', { pin })
  const indian = await world.player({ market: 'IN' })
  await indian.get('/player/payment-services/a-pay?return_url=/&custom_transaction_id=TXN-BOOKS')
  for (const end of ['batch', 'open', 'pay', 'reject']) {
    const paid = await playerToBePaid(world)
    const asked = await paid.post('/player/withdrawals', {
      amount: '400',
      payout_account_id: paid.payoutAccountId,
      otp: await withdrawalCode(world, paid),
    })
    const { id } = asked.json.withdrawal as { id: string }
    const decide = async (verb: string, body: object = {}) => {
      const { version } = (await cashier.get(`/staff/withdrawals/${id}`)).json.withdrawal
      return cashier.post(`/staff/withdrawals/${id}/${verb}`, { version, ...body })
    }
    if (end === 'reject') await decide('reject', { reason: 'other' })
    if (end === 'batch') {
      await decide('approve')
      const { batch } = (await cashier.post('/staff/payout-batches', { kind: 'bank_na' })).json
      await cashier.post(`/staff/payout-batches/${batch.id}/send`, { version: batch.version })
    }
    if (end === 'pay') {
      await decide('approve')
      await decide('pay', { payment_reference: 'BOOKS PAID' })
    }
  }
  const launched = await player.post('/games/dhow/launch', {})
  const token = new URL(launched.json.url).searchParams.get('token')
  const { session } = (await dhowCallHere(world, 'authenticate', { token })).json
  const bet = { session, roundId: 'books', game: 'dhow', currency: 'NAD', amount: 1_000 }
  await dhowCallHere(world, 'bet', { ...bet, txId: 'books-1' })
  await dhowCallHere(world, 'bet', { ...bet, txId: 'books-2', roundId: 'books-open' })
  await dhowCallHere(world, 'win', { ...bet, txId: 'books-3', refTxId: 'books-1', amount: 2_500 })
  await dhowCallHere(world, 'bet', { ...bet, txId: 'books-4', roundId: 'books-held' })
  await dhowCallHere(world, 'win', {
    ...bet,
    txId: 'books-5',
    roundId: 'books-held',
    refTxId: 'books-4',
    amount: 6_000_000,
  })
  await fillStatements(cashier, player)
  await fillRewards(world, timePasses)
  await world.app.features.wallet.rollUp()
}

/** Statement lines credited, assigned, dismissed, and one waiting. */
async function fillStatements(cashier: Awaited<ReturnType<World['operator']>>, player: { id: string }) {
  const [deposit] = (await cashier.get('/staff/deposits')).json.deposits as { id: string }[]
  await importLines(cashier, [
    { amount: '500.00', reference: 'BOOKS3' },
    { amount: '20.00', text: 'assigned' },
    { amount: '30.00', text: 'dismissed' },
    { amount: '40.00', text: 'waiting' },
  ])
  const done: number[] = []
  for (const line of await linesOf(cashier)) {
    const decide = (verb: string, body: object) =>
      cashier.post(`/staff/statement-lines/${line.id}/${verb}`, { version: line.version, ...body })
    if (line.reference === 'BOOKS3') done.push((await decide('credit', { deposit_id: deposit!.id })).status)
    if (line.text === 'assigned') done.push((await decide('assign', { player_id: player.id, note: 'books' })).status)
    if (line.text === 'dismissed') done.push((await decide('dismiss', { reason: 'sent_back', note: 'books' })).status)
  }
  if (done.join() !== '200,200,200') throw new Error(`the lines were not decided: ${done.join()}`)
}

/** An active bonus and one given back; a claimed gift; free rounds; a paid referral. */
async function fillRewards(world: World, timePasses: boolean) {
  const [one, two] = [await world.player({ balance: '100.00' }), await world.player({ balance: '100.00' })]
  const claim = '/player/bonuses/rule_sandbox_welcome_na/claim'
  await one.post(claim)
  const { bonus } = (await two.post(claim)).json
  await two.post(`/player/bonuses/${bonus.id}/cancel`)
  const manager = await world.operator('manager')
  const gift = { title: 'Books', market: 'NA', kind: 'fixed', amount: '5.00', claims: 3, expires_in_hours: 1 }
  const { code } = (await manager.post('/staff/gift-envelopes', gift)).json
  await one.post('/gift-envelope/claim', { code })
  const friend = await world.player({ balance: '500.00', referral_code: (await one.get('/player/referral')).json.code })
  await (await seatOf(world, friend)).play(20_000, 0)
  // A free round that won more than its grant pays, and an open one.
  const guest = await openFreeRoundDesk(world, manager).guest({ max_win: '3.00', rounds: 5 })
  await guest.both(100)
  const { txId } = await guest.bet()
  await guest.seat.win(txId, 1_000)
  if ((await guest.bet()).code !== 'free_rounds_over') throw new Error('a grant paid more than its largest win')
  const other = await openFreeRoundDesk(world, manager).guest()
  if ((await other.bet()).code !== 'ok') throw new Error('the free round was refused')
  // A tournament needs minutes of the world's clock, which a separate server process does not use.
  if (timePasses) await fillTournament(world, manager)
  const paid = await one.post('/player/referral/claim')
  if (paid.json.paid !== 1) throw new Error(JSON.stringify(paid.json))
}

/** An ended tournament with a paid prize. */
async function fillTournament(world: World, manager: Awaited<ReturnType<World['operator']>>) {
  const desk = openTournamentDesk(world, manager)
  const id = await desk.live({ starts: 0.01 })
  const { seat } = await desk.entrant(id)
  desk.pass(1)
  await seat.play(100, 200)
  desk.pass(1)
  await manager.post(`/staff/tournaments/${id}/end`, { reason: 'Books' })
  desk.pass(2)
  await desk.count()
  const { paid } = await desk.read(id)
  if (paid !== '30.00') throw new Error(`the prize was not paid: ${paid}`)
}
