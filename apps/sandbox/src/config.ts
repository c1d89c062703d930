import {
  openSettings,
  readSettingRows,
  readVersion,
  refuseFaults,
  type Environment,
  type Setting,
} from '@dhow/platform/settings'

/** The sandbox's settings, each a row of a `settings.json`; passed by npm start. */
export interface Config {
  host: string
  port: number
  dataDir: string
  key: string
  /** Origins of the sandbox and of the portal. */
  origin: string
  portalUrl: string
  /** Origins that may frame a game. */
  portalOrigins: string[]
  /** Delay of a `silent` voucher's caller. */
  silenceMs: number
  /** Delay of a `slow` voucher's caller. */
  slowMs: number
  /** Address of the mail server; undefined without one. */
  smtpPort: number | undefined
  /** Address of `/metrics`, if any. */
  metrics: { host: string; port: number } | undefined
  logLevel: string
}

const rows: readonly Setting[] = [
  ...readSettingRows(new URL('../settings.json', import.meta.url)),
  // The server's settings that the sandbox reads, too.
  { name: 'HOST', kind: 'text', default: '127.0.0.1' },
  { name: 'SANDBOX_PORT', kind: 'port', default: '8083' },
  { name: 'SANDBOX_ORIGIN', kind: 'origin', default: '' },
  { name: 'PORTAL_ORIGIN', kind: 'origin', default: 'http://localhost:8080' },
  { name: 'SANDBOX_KEY', kind: 'secret', default: '' },
  { name: 'SANDBOX_SMTP_PORT', kind: 'port', default: '' },
  { name: 'METRICS_HOST', kind: 'text', default: '127.0.0.1' },
  { name: 'LOG_LEVEL', kind: 'text', default: 'info' },
]

/**
 * Reads the settings.
 * @throws OperatorError with a line for each error
 */
export function readConfig(env: Environment): Config {
  const { value, optional, number, faults } = openSettings(rows, env)
  const port = number('SANDBOX_PORT')
  const smtpPort = optional('SANDBOX_SMTP_PORT')
  const config: Config = {
    host: value('HOST'),
    port,
    dataDir: value('SANDBOX_DATA_DIR'),
    key: value('SANDBOX_KEY'),
    origin: optional('SANDBOX_ORIGIN') ?? `http://localhost:${port}`,
    portalUrl: value('SANDBOX_PORTAL_URL'),
    portalOrigins: originsOf(value('PORTAL_ORIGIN')),
    silenceMs: number('SANDBOX_SILENCE_MS'),
    slowMs: number('SANDBOX_SLOW_MS'),
    smtpPort: smtpPort === undefined ? undefined : Number(smtpPort),
    metrics:
      optional('SANDBOX_METRICS_PORT') === undefined
        ? undefined
        : { host: value('METRICS_HOST'), port: number('SANDBOX_METRICS_PORT') },
    logLevel: value('LOG_LEVEL'),
  }
  refuseFaults(faults)
  return config
}

/** Origins of the portal; a local one has two names. */
function originsOf(portal: string): string[] {
  if (!URL.canParse(portal)) return []
  const { protocol, hostname, port, origin } = new URL(portal)
  return ['localhost', '127.0.0.1'].includes(hostname)
    ? ['localhost', '127.0.0.1'].map((name) => `${protocol}//${name}:${port}`)
    : [origin]
}

/** Version in the metrics. */
export const version = readVersion(new URL('../package.json', import.meta.url))
