import { openCaller } from '@dhow/client/caller'
import { openCookieFetch } from '@dhow/client/cookie-fetch'
import { calls, type Calls } from '@dhow/contract/calls'
import type { sendOtp } from '@dhow/contract/accounts'
import type { BodyOf } from '@dhow/contract/operation'
import type { Market } from '@dhow/contract/shapes'
import type { Dhow } from './processes.ts'

/** A player, of Namibia by default, who uses only the API, for journeys that do not cover the player's screens. */
export async function newPlayer(
  dhow: Dhow,
  { name, mobile, market = 'NA', referral }: { name: string; mobile: string; market?: Market; referral?: string },
) {
  const { fetch, cookies } = openCookieFetch()
  const session: { token?: string } = {}
  const call = openCaller<Calls>({
    calls,
    origin: dhow.portal,
    headers: (): Record<string, string> =>
      session.token === undefined ? {} : { authorization: `Bearer ${session.token}` },
    fetch,
  })
  const code = async (asked: BodyOf<typeof sendOtp>) => {
    await call('sendOtp', { body: { mobile, ...asked } })
    return dhow.codeFor(mobile)
  }

  const password = 'calm-sea-at-dusk'
  await call('register', {
    body: {
      ...{ player_name: name, mobile, password, market, accept_terms: true },
      ...(referral === undefined ? {} : { referral_code: referral }),
    },
  })
  const opened = await call('verifyOtp', { body: { otp: await dhow.codeFor(mobile), mobile, type: 'register' } })
  if (!('token' in opened)) throw new Error('the registration opened no session')
  session.token = opened.token
  let references = 0

  return {
    token: opened.token,

    /** The session's cookies, for a browser to continue with. */
    cookies: () => [...cookies].map(([name, value]) => ({ name, value, url: dhow.portal })),

    /** Opens a second session, as from another tab of the same device. */
    signInAgain: () => call('login', { body: { mobile, password } }),

    /** Submits a manual deposit; returns its id. */
    async deposit(amount: string, picture?: Buffer): Promise<string> {
      const form = new FormData()
      for (const [key, value] of Object.entries({ manual_deposit_id: '2', amount, utr: `${name}${++references}` }))
        form.append(key, value)
      if (picture) form.append('image', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'payment.png')
      return (await call('manualNamibiaSubmitDeposit', { form })).data.deposit.id
    },

    async addBank(bank: string): Promise<string> {
      const account = {
        kind: 'bank_na' as const,
        holder: 'Sandbox Person',
        number: '62001234567',
        branch: '480001',
        bank,
      }
      return (
        await call('addPayoutAccount', {
          body: { ...account, otp: await code({ type: 'payout_account', ...account }) },
        })
      ).account.id
    },

    /** Requests a withdrawal; returns its id. */
    async withdraw(amount: string, accountId: string): Promise<string> {
      const asked = { amount, payout_account_id: accountId }
      const otp = await code({ type: 'withdraw', ...asked })
      return (await call('requestWithdrawal', { body: { ...asked, otp } })).withdrawal.id
    },

    /** Starts a break of so many days. */
    takeBreak: (days: number) => call('takeTimeOut', { body: { days } }),

    /** Sets how much may be staked in a day. */
    limitStakes: (amount: string) => call('setLimit', { body: { kind: 'stake', period: 'day', amount } }),

    /** Ends every session of the player. */
    signOutEverywhere: () => call('logoutEverywhere'),

    /** Signs in anew, on the device that is known. */
    async enterAgain() {
      delete session.token
      const answer = await call('login', { body: { mobile, password } })
      if (!('token' in answer)) throw new Error('a sign-in on a known device opens a session')
      session.token = answer.token
    },

    /** Cancels the newest bonus. */
    async cancelBonus() {
      const [newest] = (await call('bonuses')).bonuses
      if (newest === undefined) throw new Error('the player has no bonus')
      await call('cancelBonus', { params: { id: newest.id } })
    },

    /** Claims a share of a gift envelope. */
    claim: (gift: string) => call('claimGift', { body: { code: gift } }),

    /** The player's rounds, newest first. */
    rounds: async () => (await call('gameHistory', { query: { limit: 100 } })).data,

    async balance(): Promise<string | undefined> {
      const answer = await call('profile')
      return 'player' in answer ? answer.player.chips : undefined
    },
  }
}
