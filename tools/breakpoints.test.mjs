import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { SourceMap } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, it } from 'vitest'
import WebSocket from 'ws'
import { bundleSources, forkProgram } from './dev-sources.mjs'
import { root } from './run.mjs'
import { programs, readSecrets } from './start.mjs'

const folder = mkdtempSync(join(tmpdir(), 'dhow-breakpoints-'))
const ends = []
afterAll(async () => {
  for (const end of ends) await end()
  rmSync(folder, { recursive: true, force: true })
})

it.each([
  ['server', 'apps/server/src/serve-health.ts', "return reply.send({ status: 'success', build, mode: config.mode })"],
  ['studio', 'apps/studio/src/routes.ts', "({ status: 'ok', version, since, ...parts.health() })"],
  ['sandbox', 'apps/sandbox/src/app.ts', "({ status: 'success', name: 'sandbox', version, since })"],
])(
  'a breakpoint on a line of the %s’s TypeScript stops the program there',
  async (name, source, text) => {
    const { health, file, inspector } = await startFromSources(name)
    const lines = readFileSync(join(root, source), 'utf8').split('\n')
    const line = lines.findIndex((one) => one.includes(text))
    const map = readMap(file)

    await inspector.send('Debugger.enable')
    const position = map.generatedPosition({ source, line, column: lines[line].indexOf(text) })
    await inspector.send('Debugger.setBreakpointByUrl', { url: pathToFileURL(file).href, ...position })
    const answer = fetch(health)
    const passed = answer.then(() => Promise.reject(new Error('the program did not stop')))
    const { callFrames } = await Promise.race([inspector.event('Debugger.paused'), passed])
    passed.catch(() => undefined)
    await inspector.send('Debugger.resume')

    expect(map.originalPosition(callFrames[0].location)).toEqual({ source, line })
    expect((await answer).status).toBe(200)
  },
  60_000,
)

/** Starts a program like `npm run dev`, with a debugger at a free port. */
async function startFromSources(name) {
  const [portal, console, studio, sandbox, smtp] = await Promise.all(Array.from({ length: 5 }, freePort))
  const dataDir = join(folder, name)
  const options = { mode: 'sandbox', host: '127.0.0.1', portal, console, studio, sandbox, dataDir }
  options.origin = (_name, port) => `http://localhost:${port}`
  const program = programs(options, readSecrets(options)).find((one) => one.name === name)
  const env = {
    PORT: String(portal),
    CONSOLE_PORT: String(console),
    HOST: options.host,
    SANDBOX_SMTP_PORT: String(smtp),
  }
  const file = join(root, `apps/${name}/dist/breakpoints-${process.pid}.js`)
  const packages = await bundleSources(name, file)
  const child = forkProgram(packages, { ...program.env, ...env, DATABASE_URL: '', NODE_ENV: 'development' })
  const exited = once(child, 'exit')
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  ends.push(async () => {
    // SIGTERM, so that the sandbox also ends its witness, which writes into the folder.
    child.kill('SIGTERM')
    await exited
    for (const path of [file, `${file}.map`]) rmSync(path, { force: true })
  })
  child.send({ file, inspector: 0 })
  const address = () => /ws:\/\/\S+/.exec(output)?.[0]
  await expect.poll(address, { timeout: 30_000 }).toBeDefined()
  const inspector = await openInspector(address())
  ends.unshift(inspector.close)
  const answers = () =>
    fetch(program.health).then(
      ({ ok }) => ok,
      () => child.exitCode ?? false,
    )
  await expect.poll(answers, { timeout: 50_000 }).toBe(true)
  return { health: program.health, file, inspector }
}

/** Both directions of a source map, with repository paths and zero-based lines. */
function readMap(file) {
  const map = new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')))
  const pathOf = ({ originalSource }) => resolve(file, '..', originalSource).slice(root.length).replace(/^\//, '')
  const originalPosition = ({ lineNumber, columnNumber }) => {
    const entry = map.findEntry(lineNumber, columnNumber)
    return { source: pathOf(entry), line: entry.originalLine }
  }
  return {
    originalPosition,
    generatedPosition({ source, line, column }) {
      const generated = readFileSync(file, 'utf8').split('\n')
      const isThere = (entry) => entry.originalLine === line && pathOf(entry) === source
      for (const [lineNumber, code] of generated.entries()) {
        if (!isThere(map.findEntry(lineNumber, code.search(/\S|$/)))) continue
        for (let columnNumber = 0; columnNumber < code.length; columnNumber++) {
          const entry = map.findEntry(lineNumber, columnNumber)
          if (isThere(entry) && entry.originalColumn >= column) return { lineNumber, columnNumber }
        }
      }
      throw new Error(`the bundle has no code of line ${line + 1} of ${source}`)
    },
  }
}

/** Client of the inspector protocol. */
async function openInspector(address) {
  const socket = new WebSocket(address)
  await once(socket, 'open')
  const answers = new Map()
  const events = new Map()
  const waiting = new Map()
  socket.on('message', (data) => {
    const { id, method, result, params, error } = JSON.parse(String(data))
    if (id !== undefined) answers.get(id)(error ?? result)
    else if (waiting.has(method)) waiting.get(method)(params)
    else events.set(method, params)
  })
  let last = 0
  return {
    send: (method, params = {}) =>
      new Promise((done) => {
        answers.set(++last, done)
        socket.send(JSON.stringify({ id: last, method, params }))
      }),
    event: (method) => (events.has(method) ? events.get(method) : new Promise((done) => waiting.set(method, done))),
    close: () => socket.terminate(),
  }
}

async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address()
  await new Promise((closed) => probe.close(closed))
  return port
}
