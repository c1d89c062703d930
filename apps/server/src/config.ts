import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { DatabaseLimits } from './platform/db/limits.ts'
import { readAlarms, type AlarmSettings } from './alarm-settings.ts'
import { readSms, type SmsSettings } from './sms-settings.ts'
import { readPaymentServices, sandboxService, type PaymentServiceRow } from './payment-services.ts'

/** One row a setting; `npm start -- --help` and the reference print the same rows. */
interface Setting {
  name: string
  kind: 'port' | 'text' | 'path' | 'url' | 'origin' | 'choice' | 'number' | 'secret'
  default: string
  choices?: string[]
  /** Of a number: above it nothing would work, such as a date further away than there are dates. */
  most?: number
  text: string
}

export interface Config {
  mode: 'sandbox' | 'live'
  host: string
  port: number
  consolePort: number
  dataDir: string
  databaseUrl: string | undefined
  databaseLimits: DatabaseLimits
  /** How many calls of one player are worked on at once. */
  playerCallsAtOnce: number
  /** How far the clock may differ from the database's before jobs are held. */
  clockDifferenceMs: number
  origins: { portal: string; console: string; studio: string; sandbox: string }
  trustedProxies: string[]
  countryHeader: string | undefined
  sms: SmsSettings
  alarms: AlarmSettings
  /** Voucher issuer; undefined if none is configured. */
  voucher: { url: string; key: string } | undefined
  aPay: { url: string; projectId: string; apiKey: string; accessKey: string; privateKey: string } | undefined
  /** Services with a page of their own beside A-Pay, each a row of the operator's file. */
  paymentServices: PaymentServiceRow[]
  /** Payout service; undefined if payouts are made by hand or by a file for the bank. */
  payout: { url: string; key: string } | undefined
  /** Key of the reader of reported payments; undefined if there is none. */
  bankFeedKey: string | undefined
  serviceTimeoutMs: number
  sandboxKey: string
  studioWalletKey: string
  secretKey: string
  legal: { licenceNA: string | undefined; basisIN: string | undefined }
  requestsPerMinute: number
  /** How long a connection may take to send a request's headers, and the whole of it. */
  headersTimeoutMs: number
  requestTimeoutMs: number
  /** For so many days the calls of providers stay in the log. */
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

export class ConfigError extends Error {}

const settings = JSON.parse(readFileSync(new URL('../settings.json', import.meta.url), 'utf8')) as Setting[]

/**
 * Reads the environment once into a typed tree.
 * @throws ConfigError with one sentence for every fault found, all together.
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const faults: string[] = []
  const value = (name: string): string => {
    const setting = settings.find((row) => row.name === name)
    if (!setting) throw new Error(`settings.json has no row ${name}`)
    const text = env[name]?.trim() || setting.default
    const fault = text === '' ? undefined : faultOf(setting, text)
    if (fault) faults.push(fault)
    return text
  }
  const optional = (name: string) => value(name) || undefined
  const port = Number(value('PORT'))
  const consolePort = Number(value('CONSOLE_PORT'))
  const studioPort = Number(value('STUDIO_PORT'))
  const sandboxPort = Number(value('SANDBOX_PORT'))
  const mode = value('DHOW_MODE') === 'live' ? 'live' : 'sandbox'
  const databaseUrl = optional('DATABASE_URL')
  const secretKey = value('SECRET_KEY')
  const sandboxOrigin = optional('SANDBOX_ORIGIN') ?? `http://localhost:${sandboxPort}`
  /** In the sandbox its own services stand in for what is not set; in live mode what is not set is not there. */
  const outside = (names: string[], ofSandbox: string[]): string[] | undefined => {
    const set = names.map(value)
    if (set.every((text) => text !== '')) return set
    if (set.some((text) => text !== '')) {
      const missing = names.filter((_name, place) => set[place] === '')
      faults.push(
        `${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} missing beside ${names[set.findIndex(Boolean)]}.`,
      )
    }
    return mode === 'sandbox' && value('SANDBOX_KEY') !== '' ? ofSandbox : undefined
  }
  const services = {
    voucher() {
      const [url, key] =
        outside(['VOUCHER_URL', 'VOUCHER_KEY'], [`${sandboxOrigin}/issuer`, value('SANDBOX_KEY')]) ?? []
      return url === undefined ? undefined : { url, key: key! }
    },
    payout() {
      const [url, key] = outside(['PAYOUT_URL', 'PAYOUT_KEY'], [`${sandboxOrigin}/bank`, value('SANDBOX_KEY')]) ?? []
      return url === undefined ? undefined : { url, key: key! }
    },
    ofFile(): PaymentServiceRow[] {
      const path = optional('PAYMENT_SERVICES')
      const key = value('SANDBOX_KEY')
      if (path === undefined) return mode === 'sandbox' && key !== '' ? [sandboxService(sandboxOrigin, key)] : []
      const read = readPaymentServices(path, mode)
      faults.push(...read.faults)
      return read.rows
    },
    aPay() {
      const names = ['APAY_URL', 'APAY_PROJECT', 'APAY_API_KEY', 'APAY_ACCESS_KEY', 'APAY_PRIVATE_KEY']
      const key = value('SANDBOX_KEY')
      const set = outside(names, [`${sandboxOrigin}/a-pay`, 'sandbox', key, 'sandbox', key])
      const [url, projectId, apiKey, accessKey, privateKey] = set ?? []
      return url === undefined
        ? undefined
        : { url, projectId: projectId!, apiKey: apiKey!, accessKey: accessKey!, privateKey: privateKey! }
    },
  }
  const config: Config = {
    mode,
    host: value('HOST'),
    port,
    consolePort,
    dataDir: resolve(value('DATA_DIR')),
    databaseUrl,
    databaseLimits: {
      connections: Number(value('DATABASE_CONNECTIONS')),
      poolWaitMs: Number(value('DATABASE_POOL_WAIT_MS')),
      lockWaitMs: Number(value('DATABASE_LOCK_WAIT_MS')),
      statementMs: Number(value('DATABASE_STATEMENT_MS')),
      idleTransactionMs: Number(value('DATABASE_IDLE_TRANSACTION_MS')),
      diskReserveBytes: Number(value('DISK_RESERVE_MB')) * 1024 * 1024,
    },
    playerCallsAtOnce: Number(value('PLAYER_CALLS_AT_ONCE')),
    clockDifferenceMs: Number(value('CLOCK_DIFFERENCE_S')) * 1_000,
    origins: {
      portal: optional('PORTAL_ORIGIN') ?? `http://localhost:${port}`,
      console: optional('CONSOLE_ORIGIN') ?? `http://localhost:${consolePort}`,
      studio: optional('STUDIO_ORIGIN') ?? `http://localhost:${studioPort}`,
      sandbox: sandboxOrigin,
    },
    trustedProxies: value('TRUSTED_PROXIES')
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
    countryHeader: optional('COUNTRY_HEADER')?.toLowerCase(),
    sms: readSms({ optional, value, mode, sandboxOrigin, faults }),
    alarms: readAlarms({ optional, value, mode, sandboxOrigin, faults }),
    voucher: services.voucher(),
    aPay: services.aPay(),
    paymentServices: services.ofFile(),
    payout: services.payout(),
    bankFeedKey: optional('BANK_FEED_KEY') ?? (mode === 'sandbox' ? optional('SANDBOX_KEY') : undefined),
    serviceTimeoutMs: Number(value('SERVICE_TIMEOUT_MS')),
    sandboxKey: value('SANDBOX_KEY'),
    studioWalletKey: value('STUDIO_WALLET_KEY'),
    secretKey,
    legal: { licenceNA: optional('LICENCE_NA'), basisIN: optional('LEGAL_BASIS_IN') },
    requestsPerMinute: Number(value('REQUESTS_PER_MINUTE')),
    headersTimeoutMs: Number(value('HEADERS_TIMEOUT_SECONDS')) * 1_000,
    requestTimeoutMs: Number(value('REQUEST_TIMEOUT_SECONDS')) * 1_000,
    gatewayCallDays: Number(value('GATEWAY_CALL_DAYS')),
    gatewayGroupSize: Number(value('GATEWAY_GROUP_SIZE')),
    providerPingSeconds: Number(value('PROVIDER_PING_SECONDS')),
    logLevel: value('LOG_LEVEL'),
    firstOperatorPassword: optional('DHOW_FIRST_OPERATOR_PASSWORD'),
    firstGifts: Object.fromEntries(
      value('DHOW_FIRST_GIFTS')
        .split(',')
        .filter(Boolean)
        .map((pair) => pair.split(':')),
    ),
    runsJobs: value('JOBS') === 'on',
    faults: optional('DHOW_FAULTS'),
  }
  if (port === consolePort) faults.push('PORT and CONSOLE_PORT are the same; give each a port of its own.')
  if (secretKey.length < 32) faults.push('SECRET_KEY needs at least 32 characters; npm start makes one.')
  if (mode === 'live') {
    if (!databaseUrl)
      faults.push('Live mode needs PostgreSQL: set DATABASE_URL. The embedded engine is for the sandbox only.')
    if (!env['SMS_URL']) faults.push('Live mode needs SMS_URL, the address that sends one-time codes.')
    if (config.bankFeedKey !== undefined && config.bankFeedKey.length < 24)
      faults.push('BANK_FEED_KEY needs at least 24 characters.')
    if (config.faults) faults.push('DHOW_FAULTS is for the sandbox only.')
  }
  if (faults.length > 0) throw new ConfigError(faults.join('\n'))
  return config
}

function faultOf(setting: Setting, text: string): string | undefined {
  switch (setting.kind) {
    case 'port':
      return /^[0-9]{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65535
        ? undefined
        : `${setting.name} is "${text}"; it has to be a port from 1 to 65535.`
    case 'number': {
      const most = setting.most ?? 999_999_999
      return /^[0-9]+$/.test(text) && Number(text) > 0 && Number(text) <= most
        ? undefined
        : `${setting.name} is "${text}"; it has to be a whole number from 1 to ${most}.`
    }
    case 'choice':
      return setting.choices?.includes(text)
        ? undefined
        : `${setting.name} is "${text}"; it has to be one of ${setting.choices?.join(', ')}.`
    case 'url':
      return URL.canParse(text) ? undefined : `${setting.name} is not an address (URL).`
    case 'origin':
      return URL.canParse(text) && new URL(text).origin === text
        ? undefined
        : `${setting.name} is "${text}"; it has to be an origin such as https://play.example.com, without a path.`
    default:
      return undefined
  }
}
