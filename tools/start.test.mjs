import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { settingGroups } from './settings.mjs'

const program = fileURLToPath(new URL('start.mjs', import.meta.url))
const root = fileURLToPath(new URL('..', import.meta.url))
const words = { up: 'Ctrl-C stops everything.', password: /One-time password {2}(\S{16}) / }
const folders = []
const running = new Set()

afterAll(async () => {
  for (const { interrupt } of running) interrupt()
  await Promise.all([...running].map(({ ended }) => ended))
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

describe('a failing start', () => {
  it.each([
    ['a port that is no number', { PORT: 'eighty' }, 'PORT is "eighty"; it has to be a port from 1 to 65535.'],
    [
      'a port that there is not',
      { STUDIO_PORT: '70000' },
      'STUDIO_PORT is "70000"; it has to be a port from 1 to 65535.',
    ],
    [
      'one port for two listeners',
      { PORT: '9100', CONSOLE_PORT: '9100' },
      'PORT and CONSOLE_PORT are both 9100; give each a port of its own.',
    ],
    ['an unknown mode', { DHOW_MODE: 'demo' }, 'DHOW_MODE is "demo"; it has to be sandbox or live.'],
    ['a database that is no address', { DATABASE_URL: 'here' }, 'DATABASE_URL is not an address (URL).'],
    [
      'live mode without what it needs',
      { DHOW_MODE: 'live' },
      'Live mode needs PostgreSQL: set DATABASE_URL. The embedded engine is for the sandbox only.\n' +
        'Live mode needs SMS_URL, the address that sends one-time codes.',
    ],
  ])('%s: one sentence, and a non-zero exit code', async (_name, env, sentence) => {
    const copy = run(env)
    expect(await copy.ended).not.toBe(0)
    expect(copy.output()).toBe(`${sentence}\n`)
  })

  it('a port in use: one sentence that names it and its setting', async () => {
    const taken = await listen()
    const copy = run({ ...(await ports()), SANDBOX_PORT: String(taken.address().port), HOST: '127.0.0.1' })
    expect(await copy.ended).not.toBe(0)
    const { port } = taken.address()
    expect(copy.output()).toBe(`Port ${port} is taken by another program; set SANDBOX_PORT to another one.\n`)
    taken.close()
  })
})

it('settings are also read from .env, unless the environment has them', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dhow-start-'))
  folders.push(folder)
  writeFileSync(join(folder, '.env'), 'PORT=from-file\nCONSOLE_PORT=from-file\n')
  const copy = run({ PORT: 'from-environment' }, [], folder)
  await copy.ended
  expect(copy.output()).toContain('PORT is "from-environment"')
  expect(copy.output()).toContain('CONSOLE_PORT is "from-file"')
})

it('--help lists every setting', async () => {
  const copy = run({}, ['--help'])
  expect(await copy.ended).toBe(0)
  const listed = copy.output().match(/^ {2}[A-Z][A-Z0-9_]+/gm) ?? []
  expect(listed.map((name) => name.trim())).toEqual(
    settingGroups.flatMap(({ settings }) => settings.map(({ name }) => name)),
  )
})

describe('two copies side by side', () => {
  const here = { folder: '', env: {} }
  let first
  let beside
  let besideEnv

  beforeAll(async () => {
    here.folder = newFolder()
    here.env = { ...(await ports()), DATA_DIR: here.folder }
    first = run(here.env)
    await first.printed(words.up)
    besideEnv = { ...(await ports()), DATA_DIR: newFolder() }
    beside = run(besideEnv)
    await beside.printed(words.up)
  }, 400_000)

  it('both answer at their own addresses, with their own password, gifts and voucher', async () => {
    for (const copy of [first, beside]) {
      for (const name of ['Portal', 'Console', 'Studio', 'Sandbox']) {
        const address = new RegExp(`${name} +(http://localhost:\\d+)`).exec(copy.output())?.[1]
        expect(`${name} ${(await fetch(address)).status}`).toBe(`${name} 200`)
      }
      expect(copy.output()).toMatch(/Gift for Namibia +http:\/\/localhost:\d+\/gift_envelope\?id=[0-9A-Z]{26}\n/)
      expect(copy.output()).toMatch(/Voucher to try +\d{16} /)
    }
    const [one, other] = [first, beside].map((copy) => words.password.exec(copy.output())?.[1])
    expect(one).toBeTruthy()
    expect(other).not.toBe(one)
  })

  it('a third on the same folder is refused with a sentence, and does not disturb the others', async () => {
    const third = run({ ...(await ports()), DATA_DIR: here.folder })
    expect(await third.ended).not.toBe(0)
    expect(third.output().split('\n').filter(Boolean).at(-1)).toMatch(/^The data folder .* is in use by process \d+/)
    expect((await fetch(`http://localhost:${here.env.PORT}/health`)).status).toBe(200)
  }, 60_000)

  it('a program that exits is restarted, and both are logged', async () => {
    process.kill(childOf(first.pid, 'apps/studio/dist/program.js'), 'SIGKILL')
    await first.printed('The studio ended (SIGKILL); it is started again.')
    await first.printed('The studio answers again.')
    expect((await fetch(`http://localhost:${here.env.STUDIO_PORT}/health`)).status).toBe(200)
  }, 60_000)

  it('Ctrl-C stops everything, a second start keeps the data, and SIGTERM to npm stops everything', async () => {
    const password = words.password.exec(first.output())?.[1]
    const gifts = first.output().match(/gift_envelope\?id=\w+/g)
    first.interrupt()
    expect(await first.ended).toBe(0)
    expect(await findTakenPorts(here.env)).toEqual([])
    const second = run(here.env, [], root, ['npm', ['start']])
    await second.printed(words.up)
    expect(second.output().match(/gift_envelope\?id=\w+/g)).toEqual(gifts)
    // Prints only its location, not the password again.
    expect(second.output()).not.toContain(password)
    expect(readFileSync(join(here.folder, 'secrets.json'), 'utf8')).toContain(password)
    expect(existsSync(join(here.folder, 'logs', 'server.log'))).toBe(true)
    // Signal npm's process, as a service manager does; npm passes it only to its shell.
    process.kill(second.pid, 'SIGTERM')
    await expect.poll(() => findTakenPorts(here.env), { timeout: 30_000 }).toEqual([])
  }, 120_000)

  it('killing npm start leaves no program running', async () => {
    expect(await findTakenPorts(besideEnv)).toHaveLength(4)
    process.kill(beside.pid, 'SIGKILL')
    await beside.ended
    await expect.poll(() => findTakenPorts(besideEnv), { timeout: 30_000 }).toEqual([])
  }, 60_000)
})

/** Runs npm start's program with these settings; `output` has both streams. */
function run(env, args = [], cwd = process.cwd(), [command, before] = [process.execPath, ['--liftoff-only', program]]) {
  // Skip the optimizing compilation of the embedded engine, which runs only for seconds here.
  const child = spawn(command, [...before, ...args], {
    // A chain of a million hashes would only waste CPU time.
    env: { PATH: process.env.PATH, HOME: process.env.HOME, STUDIO_CHAIN_LENGTH: '2000', ...env },
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (part) => (text += part))
  const ended = once(child, 'close').then(([code]) => {
    running.delete(copy)
    return code
  })
  const copy = {
    pid: child.pid,
    ended,
    output: () => text,
    interrupt: () => child.kill('SIGINT'),
    printed: (sentence) =>
      new Promise((resolve, reject) => {
        const look = () => text.includes(sentence) && resolve(undefined)
        for (const stream of [child.stdout, child.stderr]) stream.on('data', look)
        void ended.then((code) => reject(new Error(`it ended with ${code} and did not print "${sentence}":\n${text}`)))
        look()
      }),
  }
  running.add(copy)
  return copy
}

function newFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'dhow-start-test-'))
  folders.push(folder)
  return folder
}

function listen(port = 0) {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => resolve(server))
  })
}

async function ports() {
  const probes = await Promise.all(Array.from({ length: 4 }, () => listen()))
  const [PORT, CONSOLE_PORT, STUDIO_PORT, SANDBOX_PORT] = probes.map((probe) => String(probe.address().port))
  await Promise.all(probes.map((probe) => new Promise((resolve) => probe.close(resolve))))
  return { PORT, CONSOLE_PORT, STUDIO_PORT, SANDBOX_PORT }
}

/** Ports in use among these settings. */
async function findTakenPorts({ PORT, CONSOLE_PORT, STUDIO_PORT, SANDBOX_PORT }) {
  const taken = []
  for (const port of [PORT, CONSOLE_PORT, STUDIO_PORT, SANDBOX_PORT]) {
    const server = await listen(Number(port)).catch(() => undefined)
    if (server) await new Promise((resolve) => server.close(resolve))
    else taken.push(port)
  }
  return taken
}

/** Process of a program started by `parent`. */
function childOf(parent, path) {
  const rows = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n')
  const found = rows
    .map((row) => row.trim().split(/\s+/))
    .find(([, of, ...args]) => of === String(parent) && args.join(' ').includes(path))
  return Number(found?.[0])
}
