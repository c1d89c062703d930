import '../../src/features/wallet/tables.ts'
import { createPlayer } from '../../src/features/accounts/create-player.ts'
import { signed } from '../api-calls.ts'
import type { Call, Person } from './flow.ts'
import type { System } from './system.ts'

export interface Player extends Person {
  id: string
  mobile: string
}

/** A call of the studio to the wallet. */
export function walletCall(system: System, call: string, body: object): Call {
  const text = JSON.stringify(body)
  const headers = { 'content-type': 'application/json', ...signed(system.world, text) }
  return { path: `/gateway/dhow/${call}`, body: text, headers }
}

/** The deposit form, as a browser sends it. */
export async function depositForm(by: Player, fields: Record<string, string>, key: string): Promise<Call> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  const encoded = new Request('http://form', { method: 'POST', body: form })
  const path = '/player/deposit-namibia/manual-deposit/send-deposit-request'
  const type = encoded.headers.get('content-type') ?? ''
  const body = Buffer.from(await encoded.arrayBuffer())
  return { by, path, body, headers: { 'content-type': type, 'idempotency-key': key } }
}

let players = 0

/**
 * A player with a session as after registration and sign-in, and with money as after a bank transfer, inserted in one
 * transaction.
 */
export async function newPlayer(system: System, balance = '0.00', market: 'NA' | 'IN' = 'NA') {
  const { world } = system
  const { accounts, wallet, rewards } = world.app.features
  const { platform } = world
  const player = world.visitor()
  const mobile = world.newMobile(market)
  const currency = market === 'IN' ? ('INR' as const) : ('NAD' as const)
  const number = ++players
  const { session, opened } = await world.db.transaction(async (tx) => {
    const parts = {
      async onPlayerCreated(at: typeof tx, row: Parameters<typeof rewards.referrals.welcome>[1]) {
        await wallet.openPlayer(at, { playerId: row.id, currency, at: row.created_at })
        await rewards.referrals.welcome(at, row)
      },
    }
    const waiting = {
      player_name: `explorer_${number}`,
      ...{ mobile, market, password_hash: '', terms_version: null, referral_code: null },
    }
    const { id } = await createPlayer({ platform, parts } as never, tx, waiting, true)
    const device = { id: `device-${number}`, label: 'Explorer', origin: undefined }
    const opened = await accounts.sessions.open(tx, { id }, device)
    const amountMinor = BigInt(balance.replace('.', ''))
    if (amountMinor > 0n)
      await wallet.post(tx, {
        key: `test:fund:${id}`,
        reason: 'test' as never,
        playerId: id,
        currency,
        happenedAt: platform.clock.now(),
        lines: [{ debit: { house: 'bank_detail', ref: 'test' }, credit: { player: 'cash' }, amountMinor }],
      })
    return { session: { playerId: id, sessionId: '', market, currency }, opened }
  })
  player.use(opened.token)
  player.cookies.set('dhow_sid', opened.cookie)
  return { ...player, id: session.playerId, mobile, session }
}
