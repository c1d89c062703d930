/** The sandbox's settings, each a row of a `settings.json`; npm start passes them. */
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
  /** How long a voucher that is silent keeps its caller waiting. */
  silenceMs: number
  /** How long one that is slow does. */
  slowMs: number
  /** Address of the mail server; undefined without one. */
  smtpPort: number | undefined
  logLevel: string
}

export function readConfig(env: Record<string, string | undefined>): Config {
  const port = Number(env['SANDBOX_PORT'] || '8083')
  if (!Number.isInteger(port) || port < 1 || port > 65535)
    throw new Error(`SANDBOX_PORT is "${env['SANDBOX_PORT']}"; it has to be a port from 1 to 65535.`)
  return {
    host: env['HOST'] || '127.0.0.1',
    port,
    dataDir: env['SANDBOX_DATA_DIR'] || '.data/sandbox',
    key: env['SANDBOX_KEY'] || '',
    origin: env['SANDBOX_ORIGIN'] || `http://localhost:${port}`,
    portalUrl: env['SANDBOX_PORTAL_URL'] || 'http://127.0.0.1:8080',
    portalOrigins: origins(env['PORTAL_ORIGIN'] || 'http://localhost:8080'),
    silenceMs: Number(env['SANDBOX_SILENCE_MS'] || '60000'),
    slowMs: Number(env['SANDBOX_SLOW_MS'] || '3000'),
    smtpPort: env['SANDBOX_SMTP_PORT'] ? Number(env['SANDBOX_SMTP_PORT']) : undefined,
    logLevel: env['LOG_LEVEL'] || 'info',
  }
}

/** A portal on this machine is found under both of its names. */
function origins(portal: string): string[] {
  const { protocol, hostname, port, origin } = new URL(portal)
  return ['localhost', '127.0.0.1'].includes(hostname)
    ? ['localhost', '127.0.0.1'].map((name) => `${protocol}//${name}:${port}`)
    : [origin]
}
