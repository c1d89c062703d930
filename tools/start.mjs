// npm start: installs, builds, and runs server, studio and sandbox under one supervisor.
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { install, refuseOldNode } from './install.mjs'
import { linesOfDemo, readDemo, seedDemo, setDemoSettings } from './seed.mjs'
import { settingGroups } from './settings.mjs'
import { supervise } from '../packages/platform/program/supervise.mjs'
import { watchAncestors } from '../packages/platform/program/watch-ancestors.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
// The environment takes precedence over the file.
if (existsSync('.env')) process.loadEnvFile('.env')
const settings = settingGroups[0].settings
const print = (line = '') => console.log(line)
// Ignore write errors of a closed terminal or a full disk.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  if (process.argv.includes('--help')) help()
  else
    await start().catch((error) => {
      console.error(error.message)
      process.exit(1)
    })
}

async function start() {
  refuseOldNode()
  const isDemo = process.argv.includes('--demo')
  if (isDemo) setDemoSettings(process.env)
  const options = readOptions()
  const args = process.argv.slice(2).filter((arg) => !['--demo', '--seed-only'].includes(arg))
  for (const { name, port } of ports(options)) await refuseTakenPort(name, port, options.host)
  print(`Dhow, ${options.mode} mode`)
  install(print)
  const { build } = await import('./build.mjs')
  await build(print)
  const operators = isDemo ? (readDemo(options.dataDir, args) ?? (await makeDemo(options, args))) : undefined
  if (process.argv.includes('--seed-only')) {
    for (const line of linesOfDemo(operators)) print(line)
    return print(`npm start -- --demo starts on it; to make another one, delete the folder ${options.dataDir} first.`)
  }
  const secrets = readSecrets(options)
  const stop = await supervise(programs(options, secrets), print)
  const end = () => void stop().then(() => process.exit(0))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, end)
  watchAncestors(process.env, end)
  announce(options, secrets, options.mode === 'sandbox' ? await findValidVoucher(options) : undefined, operators)
}

/** Makes the demo world, again if an earlier try did not finish. */
async function makeDemo(options, args) {
  print('  making a demo world, which takes some minutes')
  rmSync(options.dataDir, { recursive: true, force: true })
  return seedDemo(options.dataDir, programs(options, readSecrets(options)), args)
}

export function readOptions() {
  const value = (name) => process.env[name]?.trim() || settings.find((row) => row.name === name).default
  const faults = []
  const port = (name) => {
    const text = value(name)
    if (!/^\d{1,5}$/.test(text) || Number(text) < 1 || Number(text) > 65_535)
      faults.push(`${name} is "${text}"; it has to be a port from 1 to 65535.`)
    return Number(text)
  }
  const mode = value('DHOW_MODE')
  if (!['sandbox', 'live'].includes(mode)) faults.push(`DHOW_MODE is "${mode}"; it has to be sandbox or live.`)
  const options = {
    mode,
    host: value('HOST'),
    portal: port('PORT'),
    console: port('CONSOLE_PORT'),
    studio: port('STUDIO_PORT'),
    sandbox: port('SANDBOX_PORT'),
    dataDir: resolve(value('DATA_DIR')),
    databaseUrl: value('DATABASE_URL'),
    origin: (name, fallback) => value(name) || `http://localhost:${fallback}`,
  }
  const named = ports(options)
  for (const [index, { name, port: number }] of named.entries()) {
    const other = named.slice(0, index).find((earlier) => earlier.port === number)
    if (other) faults.push(`${other.name} and ${name} are both ${number}; give each a port of its own.`)
  }
  if (mode === 'live' && !options.databaseUrl)
    faults.push('Live mode needs PostgreSQL: set DATABASE_URL. The embedded engine is for the sandbox only.')
  if (mode === 'live' && !process.env.SMS_URL)
    faults.push('Live mode needs SMS_URL, the address that sends one-time codes.')
  if (options.databaseUrl && !URL.canParse(options.databaseUrl)) faults.push('DATABASE_URL is not an address (URL).')
  if (faults.length > 0) throw new Error(faults.join('\n'))
  return options
}

export function ports(options) {
  const list = [
    { name: 'PORT', port: options.portal },
    { name: 'CONSOLE_PORT', port: options.console },
    { name: 'STUDIO_PORT', port: options.studio },
  ]
  return options.mode === 'live' ? list : [...list, { name: 'SANDBOX_PORT', port: options.sandbox }]
}

export async function refuseTakenPort(name, port, host) {
  const probe = createServer().listen(port, host)
  const error = await once(probe, 'listening').catch((reason) => reason)
  await new Promise((closed) => probe.close(closed))
  if (!(error instanceof Error)) return
  const why = error.code === 'EADDRINUSE' ? 'is taken by another program' : `cannot be opened (${error.code})`
  throw new Error(`Port ${port} ${why}; set ${name} to another one.`)
}

/** Keys shared by the programs: from the environment, else generated once and stored readable only by this user. */
export function readSecrets(options) {
  const own = {
    secretKey: process.env.SECRET_KEY,
    studioWalletKey: process.env.STUDIO_WALLET_KEY,
    sandboxKey: process.env.SANDBOX_KEY,
    firstOperatorPassword: process.env.DHOW_FIRST_OPERATOR_PASSWORD,
  }
  const set = Object.fromEntries(Object.entries(own).filter(([, value]) => value))
  return { ...keptSecrets(options), ...set }
}

function keptSecrets({ dataDir }) {
  const path = join(dataDir, 'secrets.json')
  if (existsSync(path)) return { ...JSON.parse(readFileSync(path, 'utf8')), fresh: false }
  const code = () => Array.from(randomBytes(26), (byte) => '0123456789ABCDEFGHJKMNPQRSTVWXYZ'[byte % 32]).join('')
  const secrets = {
    secretKey: randomBytes(32).toString('base64url'),
    studioWalletKey: randomBytes(32).toString('base64url'),
    sandboxKey: randomBytes(24).toString('base64url'),
    firstOperatorPassword: randomBytes(12).toString('base64url'),
    gifts: { NA: code(), IN: code() },
  }
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  writeFileSync(path, JSON.stringify(secrets, null, 2), { mode: 0o600 })
  return { ...secrets, fresh: true }
}

export function programs(options, secrets) {
  const origins = {
    PORTAL_ORIGIN: options.origin('PORTAL_ORIGIN', options.portal),
    CONSOLE_ORIGIN: options.origin('CONSOLE_ORIGIN', options.console),
    STUDIO_ORIGIN: options.origin('STUDIO_ORIGIN', options.studio),
    SANDBOX_ORIGIN: options.origin('SANDBOX_ORIGIN', options.sandbox),
  }
  const program = (name, port, env) => ({
    name,
    path: join(root, `apps/${name}/dist/program.js`),
    health: `http://${options.host === '0.0.0.0' ? '127.0.0.1' : options.host}:${port}/health`,
    log: join(options.dataDir, 'logs', `${name}.log`),
    // Threads that re-encode pictures share heaps, or each would keep its peak memory.
    env: { MALLOC_ARENA_MAX: '2', ...process.env, NODE_ENV: 'production', ...origins, ...env },
  })
  const smtpPort = process.env.SANDBOX_SMTP_PORT || String(options.sandbox + 1)
  const server = program('server', options.portal, {
    DATA_DIR: options.dataDir,
    SECRET_KEY: secrets.secretKey,
    STUDIO_WALLET_KEY: secrets.studioWalletKey,
    SANDBOX_KEY: secrets.sandboxKey,
    SANDBOX_SMTP_PORT: smtpPort,
    DHOW_FIRST_OPERATOR_PASSWORD: secrets.firstOperatorPassword,
    DHOW_FIRST_GIFTS: options.mode === 'sandbox' ? `NA:${secrets.gifts.NA},IN:${secrets.gifts.IN}` : '',
  })
  const studio = program('studio', options.studio, {
    STUDIO_PORT: String(options.studio),
    STUDIO_HOST: options.host,
    STUDIO_DATA_DIR: join(options.dataDir, 'studio'),
    STUDIO_WALLET_URL: `http://127.0.0.1:${options.portal}/api/v1/dhow/gateway/dhow`,
    STUDIO_WALLET_KEY: secrets.studioWalletKey,
    PORTAL_ORIGIN: [...new Set([origins.PORTAL_ORIGIN, `http://127.0.0.1:${options.portal}`])].join(','),
  })
  const sandbox = program('sandbox', options.sandbox, {
    SANDBOX_PORT: String(options.sandbox),
    SANDBOX_DATA_DIR: join(options.dataDir, 'sandbox'),
    SANDBOX_KEY: secrets.sandboxKey,
    SANDBOX_PORTAL_URL: `http://${options.host === '0.0.0.0' ? '127.0.0.1' : options.host}:${options.portal}`,
    SANDBOX_SMTP_PORT: smtpPort,
  })
  return options.mode === 'live' ? [server, studio] : [server, studio, sandbox]
}

/** An unused voucher of the sandbox's issuer, if any. */
async function findValidVoucher({ host, sandbox }) {
  const issuer = `http://${host === '0.0.0.0' ? '127.0.0.1' : host}:${sandbox}/issuer/vouchers`
  const ask = (url, init) =>
    fetch(url, { ...init, signal: AbortSignal.timeout(3_000) }).then(
      (answer) => (answer.ok ? answer.json() : undefined),
      () => undefined,
    )
  const [unused] = (await ask(`${issuer}?behaviour=good&state=valid`)) ?? []
  const made = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }
  return unused ?? (await ask(issuer, made))
}

export function announce(options, secrets, voucher, demoOperators) {
  const portal = options.origin('PORTAL_ORIGIN', options.portal)
  print()
  print(`  Portal    ${portal}`)
  print(`  Console   ${options.origin('CONSOLE_ORIGIN', options.console)}`)
  print(`  Studio    ${options.origin('STUDIO_ORIGIN', options.studio)}`)
  if (options.mode === 'sandbox')
    print(
      `  Sandbox   ${options.origin('SANDBOX_ORIGIN', options.sandbox)}  (text messages with one-time codes arrive here)`,
    )
  print()
  if (demoOperators) {
    print(`  The demo world of ${options.dataDir}. Operators at the console:`)
    for (const line of linesOfDemo(demoOperators)) print(line)
  } else if (secrets.fresh) {
    print(`  Console operator   admin`)
    print(
      `  One-time password  ${secrets.firstOperatorPassword}  (the first sign-in asks for a new one and for an authenticator app)`,
    )
  } else if (secrets.firstOperatorPassword) {
    print(
      `  Console operator   admin  (the one-time password stands in ${join(options.dataDir, 'secrets.json')} until the first sign-in)`,
    )
  } else {
    print('  Console operator   admin  (with the password chosen at the first sign-in)')
  }
  if (options.mode === 'sandbox') {
    print(`  Gift for Namibia   ${portal}/gift_envelope?id=${secrets.gifts.NA}`)
    print(`  Gift for India     ${portal}/gift_envelope?id=${secrets.gifts.IN}`)
    if (voucher) {
      const others = `${options.origin('SANDBOX_ORIGIN', options.sandbox)}/vouchers`
      print(`  Voucher to try     ${voucher.pin}  (N$${voucher.amount}; more, and odd ones, at ${others})`)
    }
    print()
    print('  Sandbox: play money and a simulated outside world; nothing here is of value.')
  }
  if (!options.databaseUrl)
    print('  The embedded database may lose what it acknowledged last at a power cut; DATABASE_URL names a PostgreSQL.')
  print('  Ctrl-C stops everything.')
}

function help() {
  print(
    'npm start: installs, builds and runs Dhow. With -- --demo, on a demo world that is made first. Settings by environment:',
  )
  for (const { title, settings: rows } of settingGroups) {
    print(`\n${title}`)
    for (const { name, default: fallback, choices, text } of rows)
      print(
        `  ${name.padEnd(30)} ${text}${choices ? ` [${choices.join(', ')}]` : ''}${fallback ? ` (${fallback})` : ''}`,
      )
  }
}
