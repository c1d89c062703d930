import '../src/features/accounts/tables.ts'
import { createHmac } from 'node:crypto'
import type { Answer, World } from './world.ts'

/** Adds a Namibian bank account with its code. */
export async function addBankAccount(
  world: World,
  player: { mobile: string; post: (path: string, body: object) => Promise<Answer> },
  number = '62001234567',
): Promise<Answer> {
  const named = { kind: 'bank_na', number, branch: '480001' }
  await player.post('/authentication-otp-send', { type: 'payout_account', ...named })
  const account = { ...named, holder: 'Invented Player', bank: 'Skeleton Coast Bank' }
  return player.post('/player/payout-accounts', { ...account, otp: await world.inbox.code(player.mobile) })
}

/** A player with a payout account, and a new code for a withdrawal. */
export async function playerToBePaid(world: World, balance = '1000.00') {
  const player = await world.player({ balance })
  const added = await addBankAccount(world, player)
  if (added.status !== 200) throw new Error(JSON.stringify(added.json))
  return { ...player, payoutAccountId: added.json.account.id as string }
}

/**
 * A code for a withdrawal of an amount to the player's account; earlier codes are hidden, as if the pause between two
 * codes had passed.
 */
export async function withdrawalCode(
  world: World,
  player: {
    id: string
    mobile: string
    payoutAccountId: string
    post: (path: string, body?: unknown) => Promise<Answer>
  },
  amount = '400',
) {
  for (const account of [player.id, player.mobile])
    await world.app.features.attempts.forget(world.db.kysely, 'code.', account)
  const sent = await player.post('/authentication-otp-send', {
    type: 'withdraw',
    amount,
    payout_account_id: player.payoutAccountId,
  })
  if (sent.status !== 200) throw new Error(JSON.stringify(sent.json))
  return world.inbox.code(player.mobile)
}

/** A call signed like the studio's, to the world's own server. */
export function dhowCallHere(world: World, path: string, body: object): Promise<Answer> {
  const text = JSON.stringify(body)
  return world.visitor().call('POST', `/gateway/dhow/${path}`, text, {
    'content-type': 'application/json',
    ...signed(world, text),
  })
}

export function signed(world: World, text: string) {
  const timestamp = String(world.platform.clock.now().getTime())
  const key = world.environment.STUDIO_WALLET_KEY
  const signature = createHmac('sha256', key).update(`${timestamp}.${text}`).digest('hex')
  return { 'x-provider': 'dhow-studio', 'x-timestamp': timestamp, 'x-signature': signature }
}
