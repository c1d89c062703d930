import { Secret, TOTP } from 'otpauth'
import { openCaller } from '@dhow/client/caller'
import { openCookieFetch } from '@dhow/client/cookie-fetch'
import { staffCalls, type StaffCalls } from '@dhow/contract/calls'
import type { BodyOf } from '@dhow/contract/operation'
import type { Dhow } from './processes.ts'

/** The first operator through the API alone, for journeys that need the console only for a setting or a decision. */
export async function newOperator(dhow: Dhow) {
  const { fetch } = openCookieFetch()
  const call = openCaller<StaffCalls>({
    calls: staffCalls,
    origin: dhow.console,
    headers: () => ({ 'x-dhow-console': '1' }),
    fetch,
  })
  const { ticket, enrol } = await call('staffSignIn', { body: { name: 'admin', password: dhow.operatorPassword } })
  if (enrol === null) throw new Error('the first operator enrols an authenticator at the first sign-in')
  const totp = new TOTP({ secret: Secret.fromBase32(enrol.secret) })
  const factor = { ticket, code: totp.generate() }
  await call('staffSecondFactor', { body: { ...factor, new_password: 'a calm sea behind the console' } })

  return {
    /** Changes settings of the whole portal, with immediate effect. */
    set: (change: BodyOf<StaffCalls['changeSettings']>['change']) =>
      call('changeSettings', { body: { change, reason: 'a journey' } }),

    findPlayer: async (name: string) => firstOf((await call('staffPlayers', { query: { q: name } })).players).id,

    setActive: (id: string, active: boolean) =>
      call('setPlayerActive', { params: { id }, body: { active, reason: 'a journey' } }),

    /** Approves the oldest submitted deposit. */
    async approveOldest(amount: string) {
      const { deposits } = await call('staffDeposits', { query: { state: 'submitted' } })
      const params = { id: firstOf(deposits).id }
      const { deposit } = await call('claimDeposit', { params })
      await call('approveDeposit', { params, body: { received_amount: amount, version: deposit.version } })
    },

    /** Sends an offer to a player who agreed to offers. */
    sendOffer: (id: string, key: string, title: string, text: string) =>
      call('sendOffer', {
        params: { id },
        body: { key, title: { en: title, hi: title, af: title }, text: { en: text, hi: text, af: text } },
      }),

    /** Runs every check of the ledger; returns the names of those with violations. */
    async brokenChecks() {
      const { checks } = (await call('staffHealth')).invariants
      return checks.length === 0 ? ['no checks'] : checks.filter((one) => one.violations > 0).map(({ name }) => name)
    },

    /** Creates a gift envelope for one claim; returns its code. */
    async newGift(amount: string): Promise<string> {
      const envelope = { title: 'A journey', market: 'NA' as const, kind: 'fixed' as const, amount, claims: 1 }
      const { code } = await call('createGift', { body: { ...envelope, expires_in_hours: 1 } })
      if (code === null) throw new Error('the gift waits for a second operator')
      return code
    },
  }
}

function firstOf<Row>([first]: readonly Row[]): Row {
  if (first === undefined) throw new Error('the list is empty')
  return first
}
