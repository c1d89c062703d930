import { depositFamilies, type DepositFamily } from '@dhow/contract/deposit-families'
import { keysOf } from '@dhow/contract/keys-of'
import type { Cast } from './cast.ts'
import type { SeedWorld } from './open-world.ts'
import { textOf, type SeedPlayer } from './player.ts'

const minor = 100
export const families = keysOf(depositFamilies)
const marketOf = (family: DepositFamily) => depositFamilies[family].market
const scaleOf = (family: DepositFamily) => (marketOf(family) === 'IN' ? 5 : 1)

/** A deposit of each family that nobody decides: it expires after three days. */
export async function expireDeposits(cast: Cast) {
  for (const family of families) {
    const player = await cast.player(`late_${wordOf(family)}`, { market: marketOf(family) })
    await player.deposit(120 * minor * scaleOf(family), family)
  }
}

/** A deposit of each family in each state that needs no days. A claim lasts ten minutes. */
export async function showDeposits(world: SeedWorld, cast: Cast) {
  for (const family of families) {
    const scale = scaleOf(family)
    // A player has three open deposits at most.
    const patient = await cast.player(`waits_${wordOf(family)}`, { market: marketOf(family) })
    const settled = await cast.player(`paid_${wordOf(family)}`, { market: marketOf(family) })
    const report = (player: SeedPlayer, amount: number) => player.deposit(amount * minor * scale, family)

    await report(patient, 150)
    await cast.decide('cashier', 'deposit', await report(patient, 180), 'ask', { question: 'payer_name' })
    const large = await report(settled, 2_400)
    await cast.decide('cashier', 'deposit', large, 'approve', {
      received_amount: textOf(12_000 * minor * scale),
      amount_confirmation: textOf(12_000 * minor * scale),
    })
    await cast.approve(await report(settled, 310), textOf(310 * minor * scale))
    await cast.approve(await report(settled, 275), textOf(270 * minor * scale))
    const rejected = await report(settled, 99 + scale)
    await cast.decide('cashier2', 'deposit', rejected, 'reject', {
      reason: 'reference_not_found',
      note: 'Looked twice',
    })
    const cancelled = await report(settled, 130)
    await (await settled.online()).post(`/player/deposits/${cancelled}/cancel`)
    const reversed = await report(settled, 140)
    await cast.approve(reversed, textOf(140 * minor * scale))
    await cast.decide('manager', 'deposit', reversed, 'reverse', { reason: 'not_received', note: 'Never arrived' })
    const claimed = await report(patient, 220)
    await (await world.operators.as('cashier2')).post(`/staff/deposits/${claimed}/claim`)
  }
}

/** Frequent answers of support, in the portal's languages. */
const readyAnswers = [
  {
    title: 'A payment is on its way',
    en: 'A bank transfer takes up to one working day. We credit it as soon as it is on our account.',
    hi: 'बैंक ट्रांसफर में एक कार्य दिवस तक लग सकता है। हमारे खाते में आते ही हम उसे जमा कर देते हैं।',
    af: '’n Bankoorbetaling neem tot een werksdag. Ons krediteer dit sodra dit in ons rekening is.',
  },
  {
    title: 'The reference was typed wrong',
    en: 'Please send us a screenshot of the payment. We find it by its amount and time.',
    hi: 'कृपया हमें भुगतान का स्क्रीनशॉट भेजें। हम उसे राशि और समय से ढूँढ लेंगे।',
    af: 'Stuur asseblief vir ons ’n skermskoot van die betaling. Ons vind dit volgens die bedrag en tyd.',
  },
]

/** Players' questions about their deposits: one waiting, one answered and one closed. */
export async function showHelp(world: SeedWorld, cast: Cast) {
  const manager = await world.operators.as('manager')
  for (const answer of readyAnswers) await manager.post('/staff/ready-answers', answer)
  const support = await world.operators.as('support')
  for (const [name, text, answer] of [
    ['help_waiting', 'I paid an hour ago. Where is my money?', undefined],
    ['help_answered', 'Did you get my transfer?', { text: 'Not yet: it takes up to a day.', close: false }],
    ['help_closed', 'I typed a wrong reference.', { text: 'We found it and credited it.', close: true }],
  ] as const) {
    const player = await cast.player(name)
    const id = await player.deposit(160 * minor)
    const { help } = await (await player.online()).post(`/player/payments/${id}/help`, { text })
    if (answer) await support.post(`/staff/help-cases/${help.id}/answer`, answer)
  }
}

const wordOf = (family: DepositFamily) => family.replace(/-(wallet|deposit)$/, '').replaceAll('-', '_')
