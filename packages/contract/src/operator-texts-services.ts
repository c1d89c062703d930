import type { FilesFault, ServiceTextParams, WitnessFault } from './service-text-params.ts'
import type { TextsFor } from './player-texts.ts'

const witnessFaults: Record<WitnessFault, string> = {
  silent: 'It does not answer.',
  request: 'It does not understand the request (400).',
  signature: 'It does not accept the signature of the log (403). Check that it has the current key.',
  log: 'It does not know the log (404).',
  conflict: 'It has another head of the same size (409). One of the two logs is not this one.',
  ahead: 'It has cosigned a longer log than this one. Check whether the database was restored from an older state.',
  proof: 'It finds that the log does not go on from the head that it cosigned (422).',
  cosignature: 'Its answer has no valid cosignature.',
  status: 'It answers with an error of its own.',
}

const filesFaults: Record<FilesFault, string> = {
  away: 'It does not answer. Check FILES_S3_ENDPOINT, and whether it runs.',
  bucket: 'It has no such bucket. Create it, or correct FILES_S3_BUCKET.',
  key: 'It does not know the key. Correct FILES_S3_KEY_ID.',
  secret: 'The secret does not belong to the key. Correct FILES_S3_SECRET.',
  rights: 'The key may not do that. Allow it to read, write, delete and list in this bucket.',
  region: 'The bucket is in another region. Correct FILES_S3_REGION.',
  clock: 'This server’s clock is too far from its own. Set the clock.',
  full: 'It has no room left. Nothing new is kept until it has.',
  other: 'It answers with an error of its own; the server’s log has it.',
}

/** Formats a wait. */
function waitText(minutes: number): string {
  if (minutes < 1) return 'less than a minute'
  if (minutes < 60) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? `${hours} h ${minutes % 60} min` : `${Math.floor(hours / 24)} days`
}

/** Rows of the health page, in English. */
export const serviceTexts: TextsFor<ServiceTextParams> = {
  service_postgres: () => 'PostgreSQL',
  service_embedded: () => 'Embedded database',
  service_durability: () => 'Durability',
  service_clock: () => 'Clock',
  service_deposits: () => 'Deposits',
  service_withdrawals: () => 'Withdrawals',
  service_cases: () => 'Cases',
  service_messages: () => 'Text messages',
  service_codes: () => 'Unanswered codes',
  service_witness: ({ name, log }) => `Witness ${name} (${log})`,
  service_proxies: () => 'Proxies',
  service_countries: () => 'Countries',
  service_files: () => 'Files',
  service_ledger: () => 'Ledger',
  service_streams: () => 'Live streams',
  health_answers: ({ ms }) => `Answers in ${ms} ms.`,
  health_durability: ({ settings }) => `${settings}.`,
  health_durability_embedded: () => 'The embedded engine may lose its last acknowledged writes at a power cut.',
  health_clock: ({ seconds, side }) =>
    `This server’s clock is ${seconds} seconds ${side === 'ahead' ? 'ahead of' : 'behind'} the database’s. Nothing expires or is released until it is right.`,
  health_queue_empty: () => 'Nothing is waiting.',
  health_queue: ({ count, minutes }) => `${count} waiting, the oldest for ${waitText(Number(minutes))}.`,
  health_codes: ({ count, most }) => `${count} of ${most} in a day.`,
  health_witness: ({ fault, minutes, size, log_size }) =>
    [
      ...(fault === '' ? [] : [witnessFaults[fault]]),
      minutes === '' ? 'Nothing cosigned yet:' : `Cosigned ${waitText(Number(minutes))} ago:`,
      `${size} of ${log_size} entries.`,
    ].join(' '),
  health_proxy: ({ peer }) =>
    `Requests come through ${peer}, which TRUSTED_PROXIES does not name: every player looks like one address.`,
  health_countries: () =>
    'Countries are blocked in the settings, but nothing names a visitor’s country, so nobody is blocked. Set COUNTRY_HEADER and TRUSTED_PROXIES, or COUNTRY_DATABASE.',
  health_files_folder: ({ folder }) => `In the folder ${folder}.`,
  health_files_s3: ({ bucket, endpoint }) => `In the bucket ${bucket} at ${endpoint}.`,
  health_files_fault: ({ bucket, endpoint, fault }) => `Bucket ${bucket} at ${endpoint}: ${filesFaults[fault]}`,
  health_ledger: ({ count }) => (count === '0' ? 'No posting is waiting.' : `${count} postings are waiting.`),
  health_streams: ({ count }) => `${count} open on this server.`,
}
