import type { AlarmTextParams, BlockTextParams, FeedTextParams } from './operator-text-params.ts'
import { checkTitle } from './check-titles.ts'
import type { TextsFor } from './player-texts.ts'

/** Players' own breaks from play, in English. */
export const blockTexts: TextsFor<BlockTextParams> = {
  block_time_out: () => 'The player took a break.',
  block_self_exclusion: () => 'The player excluded themselves.',
}

/** Faults of imports of games, in English. */
export const feedTexts: TextsFor<FeedTextParams> = {
  feed_status: ({ status }) => `The feed answered with status ${status}.`,
  feed_page_large: () => 'A page of the feed is too large.',
  feed_malformed: () => 'The feed is not in the agreed form.',
  feed_too_long: ({ most }) => `The feed lists more than ${most} games.`,
  feed_endless: () => 'The feed has no end.',
  feed_empty: () => 'The feed lists no game that can be imported.',
  feed_failed: ({ message }) => `The feed could not be read (${message}).`,
  game_field_wrong: ({ field }) => `${field} is missing or wrong`,
  game_twice: () => 'the list has this game twice',
  game_code_long: () => 'its code is too long',
  game_stakes_wrong: () => 'its stakes are not amounts',
}

/** Replaces the names of checks in `name (violations); …` by titles; older alarms already have titles. */
const brokenChecks = (checks: string) => checks.replaceAll(/(?<=^|; )(\w+)(?= \(\d+\))/gu, (name) => checkTitle(name))

/** Alarms, in English. */
export const alarmTexts: TextsFor<AlarmTextParams> = {
  alarm_job_fails: ({ job, failures }) => `The job ${job} fails (${failures} times in a row).`,
  alarm_job_stopped: ({ job }) => `The job ${job} has stopped: it has not run for far longer than it should.`,
  alarm_disk: ({ free, least }) => `The disk of the data folder has ${free} MiB left, less than ${least}.`,
  alarm_books: ({ checks }) => `The books are broken: ${brokenChecks(checks)}`,
  alarm_audit: ({ entry }) => `The audit trail was changed at the entry ${entry}.`,
  alarm_codes: ({ count, most }) => `${count} of ${most} codes of a day to unknown numbers were not answered.`,
  alarm_messages_late: ({ kind, count }) => `${count} text messages (${kind}) are late.`,
  alarm_message_gateway: ({ gateway, failures }) =>
    `The ${gateway} text-message gateway fails (${failures} times in a row).`,
  alarm_wins_held: ({ provider, count }) =>
    `Wins of the provider ${provider} above a ceiling that wait for a check: ${count}.`,
  alarm_return: ({ provider, currency, paid, stated }) =>
    `The provider ${provider} pays ${paid} % of the stakes in ${currency} this hour; its games state ${stated} %.`,
  alarm_break_glass: ({ name, role, until, reason }) =>
    `${name} has taken the role ${role} in an emergency until ${until.slice(0, 16).replace('T', ' ')} UTC: ${reason}`,
  alarm_database: () => 'The database does not answer.',
  alarm_clock: ({ seconds, side }) =>
    `This server’s clock is ${seconds} seconds ${side === 'ahead' ? 'ahead of' : 'behind'} the database’s. Check that both machines synchronise their time.`,
  alarm_certificate: ({ host, days }) =>
    `The certificate of ${host} ends in ${days} days. Renew it and reload the proxy in front.`,
  alarm_certificate_ended: ({ host }) => `The certificate of ${host} has ended: browsers do not open the page.`,
  alarm_standby: ({ standby, seconds, megabytes }) =>
    `The database’s standby ${standby} is ${seconds} seconds and ${megabytes} MiB behind. A failover to it would take longer.`,
  alarm_backup_failed: ({ outcome }) => `The last backup did not pass (${outcome}). Read the log of its unit.`,
  alarm_backup_late: ({ hours }) => `The last backup that passed is ${hours} hours old.`,
  alarm_drill_failed: ({ outcome }) =>
    `The last restore for trial did not pass (${outcome}). Until one does, do not count on the backups.`,
  alarm_drill_late: ({ days }) => `The last restore for trial that passed is ${days} days ago.`,
  alarm_files_failed: ({ outcome }) =>
    `The last copy of the files did not pass (${outcome}). Read the log of its unit for their names.`,
  alarm_files_late: ({ hours }) => `The last copy of the files that passed is ${hours} hours old.`,
}
