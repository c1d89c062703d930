// npm run dev: runs everything from the sources. Server, studio and sandbox restart when their code changes; portal and console use Vite's hot module
// replacement.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer as createNetServer } from 'node:net'
import { join } from 'node:path'
import { createLogger, createServer as createVite } from 'vite'
import { build } from './build.mjs'
import { bundleSources, forkProgram } from './dev-sources.mjs'
import { install, refuseOldNode } from './install.mjs'
import { bin, reducedGcEnv, root } from './run.mjs'
import { announce, ports, programs, readOptions, readSecrets, refuseTakenPort } from './start.mjs'
import { watchSources } from './watch-sources.mjs'

const print = (line = '') => console.log(line)
const inspectorPorts = { server: 9229, studio: 9230, sandbox: 9231 }
const closers = []
/** Vite's logger without its line for each call during a server restart. */
const logger = createLogger('warn')
const { error: logError } = logger
logger.error = (text, how) => (text.includes('proxy error') ? undefined : logError(text, how))

async function dev() {
  refuseOldNode()
  const options = readOptions()
  if (options.mode === 'live') throw new Error('npm run dev is for the sandbox; unset DHOW_MODE.')
  for (const { name, port } of ports(options)) await refuseTakenPort(name, port, options.host)
  install(print)
  await build(print)
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => void stop(0))

  printTypeErrors()
  const inner = { portal: await freePort(), console: await freePort() }
  process.env.PORTAL_ORIGIN ||= `http://localhost:${options.portal}`
  process.env.CONSOLE_ORIGIN ||= `http://localhost:${options.console}`
  const secrets = readSecrets(options)
  for (const program of programs({ ...options, ...inner }, secrets))
    await runOnChange(program, { PORT: String(inner.portal), CONSOLE_PORT: String(inner.console) })
  await serve('player', options.host, options.portal, inner.portal)
  await serve('console', options.host, options.console, inner.console)
  announce(options, secrets, undefined)
  print(
    `  Debugger: ${Object.entries(inspectorPorts)
      .map((entry) => entry.join(' '))
      .join(', ')}.`,
  )
}

/** The compiler in watch mode. */
function printTypeErrors() {
  const args = ['-b', '--watch', '--preserveWatchOutput']
  const child = spawn(bin('tsc'), args, { cwd: root, env: { ...reducedGcEnv, ...process.env }, stdio: piped })
  closers.push(show('types', child))
}

/**
 * Runs a program from its sources and restarts it when they change. The next process waits with the packages loaded, so a change only costs the end of
 * the old process and loading our own code.
 */
async function runOnChange({ name, env }, innerPorts) {
  const file = join(root, `apps/${name}/dist/dev.js`)
  const settings = { ...env, ...(name === 'server' ? innerPorts : {}), NODE_ENV: 'development' }
  let packages = await bundleSources(name, file)
  const prepare = () => {
    const child = forkProgram(packages, settings)
    const end = show(name, child)
    return { run: () => child.send({ file, inspector: inspectorPorts[name] }), end }
  }
  let running = prepare()
  running.run()
  let next = prepare()
  closers.push(() => Promise.all([running.end(), next.end()]))
  let timer
  const restart = async () => {
    try {
      packages = await bundleSources(name, file)
    } catch (error) {
      return print(`${name.padEnd(7)} ${error.message}`)
    }
    await running.end()
    running = next
    running.run()
    next = prepare()
    print(`${name.padEnd(7)} restarted`)
  }
  const folders = [
    `apps/${name}`,
    ...['contract', 'fairness', 'platform', 'provider-kit', 'receipts'].map((one) => `packages/${one}`),
  ]
  const sources = folders.map((folder) => join(root, folder, 'src'))
  const onChange = () => {
    clearTimeout(timer)
    timer = setTimeout(restart, 50)
  }
  closers.push(await watchSources(sources, onChange))
}

/** Serves a front end by its Vite config, with calls and streams proxied to the server. */
async function serve(app, host, port, target) {
  const vite = await createVite({
    root: join(root, 'apps', app),
    configFile: join(root, 'apps', app, 'vite.config.ts'),
    customLogger: logger,
    server: {
      ...{ host, port, strictPort: true },
      proxy: { '^/(api|health)': { target: `http://127.0.0.1:${target}`, ws: true, changeOrigin: false } },
    },
  })
  await vite.listen()
  closers.push(() => vite.close())
}

const piped = ['ignore', 'pipe', 'pipe']
const isRelevantLine = (line) => line.trim() !== '' && !/^Debugger |^For help, see|"level":(10|20|30),/.test(line)

/** Prints a process's output with its name. @returns a function that ends it */
function show(name, child) {
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      for (const line of text.split('\n')) if (isRelevantLine(line)) print(`${name.padEnd(7)} ${line}`)
    })
  const ended = once(child, 'exit')
  return async () => {
    child.kill('SIGTERM')
    const late = setTimeout(() => child.kill('SIGKILL'), 5_000)
    await ended
    clearTimeout(late)
  }
}

async function freePort() {
  const probe = createNetServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address()
  probe.close()
  await once(probe, 'close')
  return port
}

async function stop(code) {
  await Promise.allSettled(closers.splice(0).map((close) => close()))
  process.exit(code)
}

try {
  await dev()
} catch (error) {
  console.error(error.message)
  await stop(1)
}
