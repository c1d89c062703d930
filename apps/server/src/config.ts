import { resolve } from 'node:path'
import {
  openSettings,
  readSettingRows,
  refuseFaults,
  type Environment,
  type SettingsReader,
} from '@dhow/platform/settings'
import { readTraces, type TraceSettings } from '@dhow/platform/open-traces'
import { readAlarms, type AlarmSettings } from './alarm-settings.ts'
import { readEmailSettings, type EmailSettings } from './email-settings.ts'
import { readLogPolicy, type LogPolicy } from './witness-settings.ts'
import type { PaymentServiceRow } from './payment-services.ts'
import type { DatabaseLimits } from './platform/db/limits.ts'
import { natsUrlFault } from './platform/nats-wire.ts'
import type { S3Settings } from './platform/s3-store.ts'
import { readServices } from './service-settings.ts'
import { readSms, type SmsSettings } from './sms-settings.ts'
import { readUssdKey } from './ussd-settings.ts'

export interface Config {
  mode: 'sandbox' | 'live'
  host: string
  port: number
  consolePort: number
  dataDir: string
  databaseUrl: string | undefined
  databaseOwnerUrl: string | undefined
  /** URL of the database itself, if `databaseUrl` is a pooler. */
  databaseDirectUrl: string | undefined
  /** Server that carries events between processes instead of the database; undefined without one. */
  natsUrl: string | undefined
  databaseLimits: DatabaseLimits
  /** Concurrent calls of one player. */
  playerCallsAtOnce: number
  /** Difference from the database's clock above which jobs stop. */
  clockDifferenceMs: number
  origins: { portal: string; console: string; studio: string; sandbox: string }
  trustedProxies: string[]
  countryHeader: string | undefined
  /** File with the countries of networks; undefined without one. */
  countryDatabase: string | undefined
  /** Bucket of the files; undefined if they are in the data folder. */
  s3: S3Settings | undefined
  sms: SmsSettings
  alarms: AlarmSettings
  /** E-mails to players; undefined if none are sent. */
  email: EmailSettings | undefined
  /** Voucher issuer; undefined if none is configured. */
  voucher: { url: string; key: string } | undefined
  aPay: { url: string; projectId: string; apiKey: string; accessKey: string; privateKey: string } | undefined
  /** Payment services with their own page, besides A-Pay: the rows of the operator's file. */
  paymentServices: PaymentServiceRow[]
  /** Payout service; undefined if payouts are made by hand or by a file for the bank. */
  payout: { url: string; key: string } | undefined
  /** Key of the bank feed; undefined if there is none. */
  bankFeedKey: string | undefined
  serviceTimeoutMs: number
  /** Witnesses of the public log; undefined without any. */
  logPolicy: LogPolicy | undefined
  sandboxKey: string
  /** Key of the USSD gateway, `whsec_…`; without it its calls are refused. */
  ussdKey: string | undefined
  studioWalletKey: string
  secretKey: string
  legal: { licenceNA: string | undefined; basisIN: string | undefined }
  requestsPerMinute: number
  /** Receiver of traces; undefined without one. */
  traces: TraceSettings | undefined
  /** Address of `/metrics`; undefined without it. */
  metrics: { host: string; port: number } | undefined
  /** How long a stopping process keeps answering while it reports that it is not ready. */
  drainMs: number
  /** Time limits for a request's headers, and for the whole request. */
  headersTimeoutMs: number
  requestTimeoutMs: number
  /** Days for which providers' calls stay in the log. */
  gatewayCallDays: number
  gatewayGroupSize: number
  providerPingSeconds: number
  logLevel: string
  firstOperatorPassword: string | undefined
  firstGifts: Partial<Record<'NA' | 'IN', string>>
  /** True if this process runs the periodic jobs. */
  runsJobs: boolean
  faults: string | undefined
}

const rows = readSettingRows(new URL('../settings.json', import.meta.url))

/**
 * Reads the environment once into a typed tree.
 * @throws OperatorError with a line for every fault
 */
export function readConfig(env: Environment): Config {
  const settings = openSettings(rows, env)
  const { value, optional, number } = settings
  const mode = value('DHOW_MODE') === 'live' ? 'live' : 'sandbox'
  const origins = readOrigins(settings)
  const outside = { settings, mode, sandboxOrigin: origins.sandbox } as const
  const alarms = readAlarms(outside)
  const config: Config = {
    mode,
    host: value('HOST'),
    port: number('PORT'),
    consolePort: number('CONSOLE_PORT'),
    dataDir: resolve(value('DATA_DIR')),
    databaseUrl: optional('DATABASE_URL'),
    databaseOwnerUrl: optional('DATABASE_OWNER_URL'),
    databaseDirectUrl: optional('DATABASE_DIRECT_URL'),
    natsUrl: optional('NATS_URL'),
    databaseLimits: readDatabaseLimits(settings),
    playerCallsAtOnce: number('PLAYER_CALLS_AT_ONCE'),
    clockDifferenceMs: number('CLOCK_DIFFERENCE_S') * 1_000,
    origins,
    trustedProxies: listOf(value('TRUSTED_PROXIES')),
    countryHeader: optional('COUNTRY_HEADER')?.toLowerCase(),
    countryDatabase: optional('COUNTRY_DATABASE'),
    s3: readS3(settings),
    sms: readSms(outside),
    alarms,
    email: readEmailSettings(outside, alarms.mail),
    ...readServices(outside),
    logPolicy: readLogPolicy(outside),
    sandboxKey: value('SANDBOX_KEY'),
    ussdKey: readUssdKey(outside),
    studioWalletKey: value('STUDIO_WALLET_KEY'),
    secretKey: value('SECRET_KEY'),
    legal: { licenceNA: optional('LICENCE_NA'), basisIN: optional('LEGAL_BASIS_IN') },
    requestsPerMinute: number('REQUESTS_PER_MINUTE'),
    headersTimeoutMs: number('HEADERS_TIMEOUT_SECONDS') * 1_000,
    requestTimeoutMs: number('REQUEST_TIMEOUT_SECONDS') * 1_000,
    traces: readTraces(settings),
    metrics:
      optional('METRICS_PORT') === undefined
        ? undefined
        : { host: value('METRICS_HOST'), port: number('METRICS_PORT') },
    drainMs: number('DRAIN_MS'),
    gatewayCallDays: number('GATEWAY_CALL_DAYS'),
    gatewayGroupSize: number('GATEWAY_GROUP_SIZE'),
    providerPingSeconds: number('PROVIDER_PING_SECONDS'),
    logLevel: value('LOG_LEVEL'),
    firstOperatorPassword: optional('DHOW_FIRST_OPERATOR_PASSWORD'),
    firstGifts: Object.fromEntries(listOf(value('DHOW_FIRST_GIFTS')).map((pair) => pair.split(':'))),
    runsJobs: value('JOBS') === 'on',
    faults: optional('DHOW_FAULTS'),
  }
  refuseFaults([...settings.faults, ...misfits(config, env)])
  return config
}

const readDatabaseLimits = ({ number }: SettingsReader): DatabaseLimits => ({
  connections: number('DATABASE_CONNECTIONS'),
  poolWaitMs: number('DATABASE_POOL_WAIT_MS'),
  lockWaitMs: number('DATABASE_LOCK_WAIT_MS'),
  statementMs: number('DATABASE_STATEMENT_MS'),
  idleTransactionMs: number('DATABASE_IDLE_TRANSACTION_MS'),
  diskReserveBytes: number('DISK_RESERVE_MB') * 1024 * 1024,
})

/** Timeout of calls to the file store; the player's page waits for it. */
const filesTimeoutMs = 10_000

function readS3({ value, optional, faults }: SettingsReader): S3Settings | undefined {
  if (value('FILES') !== 's3') return undefined
  const names = ['FILES_S3_ENDPOINT', 'FILES_S3_BUCKET', 'FILES_S3_KEY_ID', 'FILES_S3_SECRET'] as const
  const missing = names.filter((name) => optional(name) === undefined)
  if (missing.length > 0) faults.push(`FILES=s3 needs ${missing.join(', ')}.`)
  return {
    endpoint: value('FILES_S3_ENDPOINT'),
    bucket: value('FILES_S3_BUCKET'),
    region: value('FILES_S3_REGION'),
    keyId: value('FILES_S3_KEY_ID'),
    secret: value('FILES_S3_SECRET'),
    isPathStyle: value('FILES_S3_PATH_STYLE') === 'on',
    timeoutMs: filesTimeoutMs,
    namesAtOnce: 1_000,
  }
}

function readOrigins({ optional, number }: SettingsReader): Config['origins'] {
  const originOf = (name: string, portName: string) => optional(name) ?? `http://localhost:${number(portName)}`
  return {
    portal: originOf('PORTAL_ORIGIN', 'PORT'),
    console: originOf('CONSOLE_ORIGIN', 'CONSOLE_PORT'),
    studio: originOf('STUDIO_ORIGIN', 'STUDIO_PORT'),
    sandbox: originOf('SANDBOX_ORIGIN', 'SANDBOX_PORT'),
  }
}

const listOf = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)

/** Faults of settings that are valid alone but not together, or not in live mode. */
function misfits(config: Config, env: Environment): string[] {
  const faults: string[] = []
  if (config.countryHeader !== undefined && config.trustedProxies.length === 0)
    faults.push('COUNTRY_HEADER counts only from proxies that TRUSTED_PROXIES names; name them, or remove it.')
  if (config.port === config.consolePort)
    faults.push('PORT and CONSOLE_PORT are the same; give each a port of its own.')
  if (config.natsUrl !== undefined)
    faults.push(...[natsUrlFault(config.natsUrl)].filter((fault) => fault !== undefined))
  if (config.secretKey.length < 32) faults.push('SECRET_KEY needs at least 32 characters; npm start makes one.')
  if (config.mode !== 'live') return faults
  if (!config.databaseUrl)
    faults.push('Live mode needs PostgreSQL: set DATABASE_URL. The embedded engine is for the sandbox only.')
  if (!env['SMS_URL']) faults.push('Live mode needs SMS_URL, the address that sends one-time codes.')
  if (config.bankFeedKey !== undefined && config.bankFeedKey.length < 24)
    faults.push('BANK_FEED_KEY needs at least 24 characters.')
  if (config.faults) faults.push('DHOW_FAULTS is for the sandbox only.')
  return faults
}
