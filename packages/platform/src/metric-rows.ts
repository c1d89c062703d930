/** A program with `/metrics`. */
export type Program = 'server' | 'studio' | 'sandbox'

export interface MetricRow {
  kind: 'counter' | 'gauge' | 'histogram'
  programs: readonly Program[]
  /** Labels of the series, with few values and no personal data. */
  labels: readonly string[]
  /** Upper bounds of a histogram, in the unit of its name. */
  buckets?: readonly number[]
  /** Description for people. */
  text: string
}

const all = ['server', 'studio', 'sandbox'] as const
const server = ['server'] as const
const studio = ['studio'] as const
/** From an unblocked bet to the longest wait for a lock. */
const seconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** All metrics except Node's own (`process_…`, `nodejs_…`). The reference page is generated from this table. */
export const metricRows = {
  dhow_info: {
    kind: 'gauge',
    programs: all,
    labels: ['program', 'version'],
    text: 'Always 1; names the program and its version',
  },
  dhow_draining: {
    kind: 'gauge',
    programs: all,
    labels: [],
    text: '1 while the program stops and reports that it is not ready',
  },
  dhow_requests_total: {
    kind: 'counter',
    programs: all,
    labels: ['listener', 'method', 'route', 'status'],
    text: 'Answered requests by the pattern of their path',
  },
  dhow_request_seconds: {
    kind: 'histogram',
    programs: all,
    labels: ['listener'],
    buckets: seconds,
    text: 'Time from a request to its answer',
  },
  dhow_refusals_total: {
    kind: 'counter',
    programs: server,
    labels: ['code'],
    text: 'Refused requests by the code of the refusal',
  },
  dhow_wallet_calls_total: {
    kind: 'counter',
    programs: server,
    labels: ['provider', 'call', 'code'],
    text: 'Calls of game providers to the wallet, by the code of the answer',
  },
  dhow_wallet_call_seconds: {
    kind: 'histogram',
    programs: server,
    labels: ['call'],
    buckets: seconds,
    text: 'Time from a provider’s call to its answer; for a bet until after the commit',
  },
  dhow_group_width: {
    kind: 'histogram',
    programs: server,
    labels: ['queue'],
    buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256],
    text: 'Number of bets or postings that shared one statement and one commit',
  },
  dhow_group_waiting: {
    kind: 'gauge',
    programs: server,
    labels: ['queue'],
    text: 'Bets or postings that wait for their group',
  },
  dhow_service_seconds: {
    kind: 'histogram',
    programs: server,
    labels: ['service', 'outcome'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    text: 'Response time of an outside service, named by its host; the outcome is answered, failed (5xx) or silent',
  },
  dhow_database_connections: {
    kind: 'gauge',
    programs: server,
    labels: ['state'],
    text: 'Connections of the shared pool by state (idle, busy), and calls waiting for one',
  },
  dhow_database_up: {
    kind: 'gauge',
    programs: ['server', 'studio'],
    labels: [],
    text: '1 if the database answered this scrape',
  },
  dhow_standby_lag_seconds: {
    kind: 'gauge',
    programs: server,
    labels: ['standby'],
    text: 'Seconds that a standby is behind the leader; absent without standbys or without the right to see them (pg_monitor)',
  },
  dhow_clock_difference_seconds: {
    kind: 'gauge',
    programs: server,
    labels: [],
    text: 'Seconds that this machine’s clock is ahead of the database’s',
  },
  dhow_disk_free_bytes: {
    kind: 'gauge',
    programs: server,
    labels: [],
    text: 'Free space on the disk of the data folder',
  },
  dhow_queue_waiting: {
    kind: 'gauge',
    programs: server,
    labels: ['queue'],
    text: 'Waiting items: deposits, withdrawals, cases, text messages (the outbox), notices of alarms',
  },
  dhow_queue_oldest_seconds: {
    kind: 'gauge',
    programs: server,
    labels: ['queue'],
    text: 'Age of the oldest waiting item',
  },
  dhow_live_streams: {
    kind: 'gauge',
    programs: server,
    labels: [],
    text: 'Open live streams of players at this process',
  },
  dhow_invariant_violations: {
    kind: 'gauge',
    programs: server,
    labels: ['check'],
    text: 'Violations at the last check of the books',
  },
  dhow_invariants_age_seconds: {
    kind: 'gauge',
    programs: server,
    labels: [],
    text: 'Time since the last check of the books',
  },
  dhow_ledger_minor: {
    kind: 'gauge',
    programs: server,
    labels: ['account', 'currency', 'side'],
    text: 'Ledger totals by kind of account, in minor units; debits and credits of a currency are equal',
  },
  dhow_alarms_open: {
    kind: 'gauge',
    programs: server,
    labels: ['code'],
    text: 'Open alarms of all servers',
  },
  dhow_jobs_late: {
    kind: 'gauge',
    programs: server,
    labels: ['job'],
    text: '1 if a job of this process has stopped or keeps failing',
  },
  dhow_job_seconds: {
    kind: 'gauge',
    programs: server,
    labels: ['job'],
    text: 'Duration of a job’s last run; the check of the books is `invariants`',
  },
  dhow_certificate_days: {
    kind: 'gauge',
    programs: server,
    labels: ['host'],
    text: 'Days until the certificate of a public address expires',
  },
  dhow_witness_behind: {
    kind: 'gauge',
    programs: server,
    labels: ['log', 'witness'],
    text: 'Entries of a log that a witness has not cosigned',
  },
  dhow_witness_failures: {
    kind: 'gauge',
    programs: server,
    labels: ['log', 'witness'],
    text: 'Number of failed requests for a cosignature in a row',
  },
  dhow_tables_playing: {
    kind: 'gauge',
    programs: studio,
    labels: [],
    text: '1 while this process runs the shared tables',
  },
  dhow_pages: { kind: 'gauge', programs: studio, labels: [], text: 'Game pages with a seat at this process' },
  dhow_edges_up: { kind: 'gauge', programs: studio, labels: [], text: 'Edges that accept connections' },
  dhow_rounds_total: {
    kind: 'counter',
    programs: studio,
    labels: ['game'],
    text: 'Started rounds of shared tables, by game',
  },
  dhow_wallet_answer_seconds: {
    kind: 'histogram',
    programs: studio,
    labels: ['call', 'outcome'],
    buckets: seconds,
    text: 'Response time of the portal’s wallet; the outcome is decided, or unknown if the call is repeated or rolled back',
  },
} as const satisfies Record<string, MetricRow>

export type MetricName = keyof typeof metricRows
export type LabelsOf<Name extends MetricName> = Record<(typeof metricRows)[Name]['labels'][number], string>
type NamesOf<Kind> = { [Name in MetricName]: (typeof metricRows)[Name]['kind'] extends Kind ? Name : never }[MetricName]
export type CounterName = NamesOf<'counter'>
export type GaugeName = NamesOf<'gauge'>
export type HistogramName = NamesOf<'histogram'>
