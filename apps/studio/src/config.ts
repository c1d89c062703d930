import { availableParallelism } from 'node:os'
import { readTraces, type TraceSettings } from '@dhow/platform/open-traces'
import {
  openSettings,
  readSettingRows,
  readVersion,
  refuseFaults,
  type Environment,
  type Setting,
} from '@dhow/platform/settings'

/** Settings from the environment, read only here. Each is a row of a `settings.json`, which describes it. */
export interface Config {
  port: number
  host: string
  dataDir: string
  databaseUrl: string | undefined
  /** Of the database itself, if `databaseUrl` is a pooler. */
  databaseDirectUrl: string | undefined
  providerCode: string
  walletUrl: string
  walletKey: string
  /** The studio's own public origin. */
  origin: string
  /** The portal's origins, the only ones that may frame a game. */
  portalOrigins: string[]
  logLevel: string
  /** Encrypts the chain at rest; if not set, generated and stored in the data folder. */
  secret: string | undefined
  chainLength: number
  chainSalt: string | undefined
  bettingMs: number
  pauseMs: number
  /** Betting window, pause and dealing pace (in per cent) of the live tables. */
  tableBettingMs: number
  tablePauseMs: number
  tablePace: number
  socketsPerAddress: number
  /** Number of processes for the pages' WebSockets; 0: the studio's own. */
  edges: number
  leaseSeconds: number
  /** Receiver of traces, if any. */
  traces: TraceSettings | undefined
  /** Address of `/metrics`, if any. */
  metrics: { host: string; port: number } | undefined
  /** How long a stopping process still answers while unready. */
  drainMs: number
}

const maxDefaultEdges = 8

const rows: readonly Setting[] = [
  ...readSettingRows(new URL('../settings.json', import.meta.url)),
  // The server's settings that the studio reads, too.
  { name: 'STUDIO_PORT', kind: 'port', least: 0, default: '8082' },
  { name: 'STUDIO_ORIGIN', kind: 'url', default: '' },
  { name: 'PORTAL_ORIGIN', kind: 'text', default: 'http://localhost:8080,http://127.0.0.1:8080' },
  { name: 'STUDIO_WALLET_KEY', kind: 'secret', default: '' },
  { name: 'TRACES_URL', kind: 'url', default: '' },
  { name: 'TRACES_PERCENT', kind: 'number', least: 0, most: 100, default: '10' },
  { name: 'TRACES_PER_SECOND', kind: 'number', least: 0, most: 100_000, default: '50' },
  { name: 'METRICS_HOST', kind: 'text', default: '127.0.0.1' },
  { name: 'DRAIN_MS', kind: 'number', least: 0, most: 8_000, default: '0' },
  { name: 'LOG_LEVEL', kind: 'text', default: 'info' },
]

/**
 * Reads the settings.
 * @throws OperatorError with a line for each error
 */
export function readConfig(env: Environment): Config {
  const settings = openSettings(rows, env)
  const { value, optional, number, faults } = settings
  const url = (name: string, text: string): string => {
    if (URL.canParse(text) && /^https?:/.test(text)) return text.replace(/\/+$/, '')
    faults.push(`${name} is "${text}"; it has to be an http address.`)
    return text
  }
  const port = number('STUDIO_PORT')
  const walletKey = value('STUDIO_WALLET_KEY')
  if (walletKey.length < 16) faults.push('STUDIO_WALLET_KEY needs at least 16 characters.')
  const config: Config = {
    port,
    host: value('STUDIO_HOST'),
    ...readStore(env),
    databaseDirectUrl: optional('STUDIO_DATABASE_DIRECT_URL'),
    providerCode: value('STUDIO_PROVIDER_CODE'),
    walletUrl: url('STUDIO_WALLET_URL', value('STUDIO_WALLET_URL')),
    walletKey,
    origin: url('STUDIO_ORIGIN', optional('STUDIO_ORIGIN') ?? `http://localhost:${port}`),
    portalOrigins: value('PORTAL_ORIGIN')
      .split(',')
      .map((origin) => url('PORTAL_ORIGIN', origin.trim())),
    logLevel: value('LOG_LEVEL'),
    chainLength: number('STUDIO_CHAIN_LENGTH'),
    chainSalt: optional('STUDIO_CHAIN_SALT'),
    bettingMs: number('STUDIO_BETTING_MS'),
    pauseMs: number('STUDIO_PAUSE_MS'),
    tableBettingMs: number('STUDIO_TABLE_BETTING_MS'),
    tablePauseMs: number('STUDIO_TABLE_PAUSE_MS'),
    tablePace: number('STUDIO_TABLE_PACE'),
    socketsPerAddress: number('STUDIO_SOCKETS_PER_ADDRESS'),
    edges: Number(optional('STUDIO_EDGES') ?? Math.min(availableParallelism(), maxDefaultEdges)),
    leaseSeconds: number('STUDIO_LEASE_SECONDS'),
    traces: readTraces(settings),
    metrics:
      optional('STUDIO_METRICS_PORT') === undefined
        ? undefined
        : { host: value('METRICS_HOST'), port: number('STUDIO_METRICS_PORT') },
    drainMs: number('DRAIN_MS'),
  }
  refuseFaults(faults)
  return config
}

/** Database and secret of the studio. */
export type Store = Pick<Config, 'dataDir' | 'databaseUrl' | 'secret'>
export function readStore(env: Environment): Store {
  const { value, optional } = openSettings(rows, env)
  return {
    dataDir: value('STUDIO_DATA_DIR'),
    databaseUrl: optional('STUDIO_DATABASE_URL'),
    secret: optional('STUDIO_SECRET'),
  }
}

/** Version in the health answer. */
export const version = readVersion(new URL('../package.json', import.meta.url))
