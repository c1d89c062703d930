import type { NoticeTextParams } from './operator-text-params.ts'
import type { TextsFor } from './player-texts.ts'

/** Singular and plural of a queue's entries, inside a sentence. */
const queues: Record<string, readonly [one: string, several: string]> = {
  deposits: ['deposit', 'deposits'],
  withdrawals: ['withdrawal', 'withdrawals'],
  cases: ['payment case', 'payment cases'],
  help: ['question of a player', 'questions of players'],
  statements: ['bank line', 'bank lines'],
  batches: ['payout batch', 'payout batches'],
  reward_checks: ['reward check', 'reward checks'],
  held_wins: ['held win', 'held wins'],
}

const spanOf = (minutes: string) => {
  const all = Number(minutes)
  if (all < 120) return `${all} min`
  return all < 2_880 ? `${Math.floor(all / 60)} h` : `${Math.floor(all / 1_440)} days`
}

/** Notices to staff, and delivery failures, in English. */
export const noticeTexts: TextsFor<NoticeTextParams> = {
  notice_queue({ queue, count, minutes }) {
    const [one, several] = queues[queue] ?? [queue, queue]
    if (count === '1') return `1 ${one} has waited for ${spanOf(minutes)}.`
    return `${count} ${several} wait, the oldest for ${spanOf(minutes)}.`
  },
  notice_provider_down: ({ provider }) => `The game provider ${provider} does not answer.`,
  notice_withdrawal: ({ withdrawal, amount, currency }, { money }) =>
    `A withdrawal of ${money(amount, currency)} was requested (${withdrawal}).`,
  notice_complaint: ({ number, hours }) => `The complaint ${number} has been open for ${hours} h.`,
  notice_status: ({ status }) => `The address answered with status ${status}.`,
  notice_silent: () => 'Nothing answered within ten seconds.',
  notice_inside: () => 'The address leads into a private network, which is not called.',
  notice_no_mail_server: () => 'No mail server is set (SMTP_URL).',
  notice_mail_refused: ({ answer }) => `The mail server refused it: ${answer}`,
  notice_channel_off: () => 'The channel was switched off.',
  notice_channel_removed: () => 'The channel was removed.',
}
