// npm run dev: runs everything from the sources. Server, studio and sandbox restart when their code changes; portal and console replace
// modules in the open page and keep its state; the portal's server-rendered pages are rendered from the sources too.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { watch } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { createServer as createNetServer } from 'node:net'
import { join, relative } from 'node:path'
import { rolldown } from 'rolldown'
import { createLogger, createServer as createVite } from 'vite'
import { build, lessCollecting, root } from './build.mjs'
import { install, refuseOldNode } from './install.mjs'
import { announce, ports, programs, readOptions, readSecrets, refuseTakenPort } from './start.mjs'

const say = (line = '') => console.log(line)
const inspectorPorts = { server: 9229, studio: 9230, sandbox: 9231 }
const closers = []
/** Vite's own, without its line for every call that meets a server which restarts. */
const logger = createLogger('warn')
const { error: logError } = logger
logger.error = (text, how) => (text.includes('proxy error') ? undefined : logError(text, how))

async function dev() {
  refuseOldNode()
  const options = readOptions()
  if (options.mode === 'live') throw new Error('npm run dev is for the sandbox; unset DHOW_MODE.')
  for (const { name, port } of ports(options)) await refuseTakenPort(name, port, options.host)
  install(say)
  await build(say)
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => void stop(0))

  compileOnChange()
  const inner = { portal: await freePort(), console: await freePort() }
  process.env.PORTAL_ORIGIN ||= `http://localhost:${options.portal}`
  process.env.CONSOLE_ORIGIN ||= `http://localhost:${options.console}`
  const secrets = readSecrets(options)
  for (const program of programs({ ...options, ...inner }, secrets))
    await runOnChange(program, { PORT: String(inner.portal), CONSOLE_PORT: String(inner.console) })
  await servePortal(options, inner.portal)
  await serveConsole(options, inner.console)
  announce(options, secrets, undefined)
  say(
    `  Debugger: server ${inspectorPorts.server}, studio ${inspectorPorts.studio}, sandbox ${inspectorPorts.sandbox}.`,
  )
}

/** The compiler in watch mode prints type errors. */
function compileOnChange() {
  const { stop } = start('types', join(root, 'node_modules/.bin/tsc'), ['-b', '--watch', '--preserveWatchOutput'], {
    ...lessCollecting,
    ...process.env,
  })
  closers.push(stop)
}

/** Runs a program from its sources and restarts it when they change. */
async function runOnChange({ name, env }, innerPorts) {
  const file = join(root, `apps/${name}/dist/dev.js`)
  const args = ['--enable-source-maps', `--inspect=127.0.0.1:${inspectorPorts[name]}`, file]
  const launch = () =>
    start(name, process.execPath, args, { ...env, ...(name === 'server' ? innerPorts : {}), NODE_ENV: 'development' })
  await bundleSources(name, file)
  let running = launch()
  closers.push(() => running.stop())
  let timer
  const restart = async () => {
    try {
      await bundleSources(name, file)
    } catch (error) {
      return say(`${name.padEnd(7)} ${error.message}`)
    }
    await running.stop()
    running = launch()
    say(`${name.padEnd(7)} restarted`)
  }
  for (const folder of [
    `apps/${name}/src`,
    'packages/contract/src',
    'packages/fairness/src',
    'packages/platform/src',
    'packages/provider-kit/src',
  ])
    watch(join(root, folder), { recursive: true }, (_event, changed) => {
      if (!changed?.endsWith('.ts') || changed.endsWith('.test.ts')) return
      clearTimeout(timer)
      timer = setTimeout(restart, 50)
    })
}

/** Our own TypeScript as one module with a source map; packages stay outside, which makes it a matter of a tenth of a second. */
async function bundleSources(name, file) {
  const source = join(root, 'apps', name, 'src')
  const bundle = await rolldown({
    input: join(source, 'main.ts'),
    platform: 'node',
    logLevel: 'silent',
    external: (id) => !/^[./]|^@dhow\//.test(id),
    resolve: { conditionNames: ['dhow-source', 'node', 'import'] },
    plugins: [
      {
        name: 'own-place',
        // A module that looks for a file beside itself finds it where the compiler puts it.
        transform: (code, id) => {
          if (!code.includes('import.meta.url')) return null
          const place = relative(source, id).replace(/\.ts$/, '.js')
          return {
            code: code.replaceAll('import.meta.url', `new URL(${JSON.stringify(place)}, import.meta.url).href`),
            map: null,
          }
        },
      },
    ],
  })
  await bundle.write({ file, format: 'esm', sourcemap: true, codeSplitting: false })
  await bundle.close()
}

function start(name, command, args, env) {
  const child = spawn(command, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      for (const line of text.split('\n')) if (isWorthShowing(line)) say(`${name.padEnd(7)} ${line}`)
    })
  const ended = once(child, 'exit')
  const stop = async () => {
    child.kill('SIGTERM')
    const late = setTimeout(() => child.kill('SIGKILL'), 5_000)
    await ended
    clearTimeout(late)
  }
  return { stop }
}

const isWorthShowing = (line) => line.trim() !== '' && !/^Debugger |^For help, see|"level":(10|20|30),/.test(line)

/**
 * The portal at its own address. Vite serves modules; calls and streams go on to the server. A page is rendered by the server as it was built
 * first, because the server knows the data; then the same data is rendered again by the sources.
 */
async function servePortal({ host, portal }, target) {
  const front = createHttpServer()
  const vite = await createVite({
    root: join(root, 'apps/player'),
    configFile: join(root, 'apps/player/vite.config.ts'),
    appType: 'custom',
    customLogger: logger,
    server: {
      middlewareMode: true,
      hmr: { server: front },
      proxy: { '^/(api|health)': { target: `http://127.0.0.1:${target}`, ws: true, changeOrigin: false } },
    },
  })
  front.on('request', (request, response) =>
    vite.middlewares(request, response, () =>
      renderPage(vite, target, request, response).catch((error) => {
        vite.ssrFixStacktrace(error)
        response.writeHead(500, { 'content-type': 'text/plain; charset=utf-8' }).end(error.stack)
      }),
    ),
  )
  front.listen(portal, host)
  await once(front, 'listening')
  closers.push(async () => {
    await vite.close()
    front.closeAllConnections()
    front.close()
  })
}

async function renderPage(vite, target, request, response) {
  const { 'accept-encoding': _packed, connection: _connection, ...headers } = request.headers
  const answer = await fetchWhenUp(`http://127.0.0.1:${target}${request.url}`, { headers, redirect: 'manual' })
  const body = Buffer.from(await answer.arrayBuffer())
  const type = answer.headers.get('content-type') ?? 'text/plain'
  const html = type.startsWith('text/html') ? body.toString() : ''
  const known = /<script type="application\/json" id="dhow-data">(.*?)<\/script>/s.exec(html)?.[1]
  if (known === undefined) {
    const location = answer.headers.get('location')
    return response.writeHead(answer.status, { 'content-type': type, ...(location ? { location } : {}) }).end(body)
  }
  const data = JSON.parse(known)
  const { render } = await vite.ssrLoadModule('/src/entry-server.tsx')
  const page = await render({
    url: request.url,
    data,
    hint: {
      signedIn: html.includes('data-hinted="in"'),
      theme: html.includes('data-theme="light"') ? 'light' : 'dark',
      language: data.language,
      saver: data.saver,
    },
    assets: { scripts: ['/src/entry-client.tsx'], style: /<style>(.*?)<\/style>/s.exec(html)?.[1] ?? '' },
  })
  const live = await vite.transformIndexHtml(request.url, page.html)
  response.writeHead(page.status, { 'content-type': type, 'cache-control': 'no-store' }).end(live)
}

/** While the server restarts, a page waits for it. */
async function fetchWhenUp(url, init) {
  const deadline = performance.now() + 20_000
  for (;;) {
    try {
      return await fetch(url, init)
    } catch (error) {
      if (performance.now() > deadline) throw error
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}

async function serveConsole({ host, console: port }, target) {
  const vite = await createVite({
    root: join(root, 'apps/console'),
    configFile: join(root, 'apps/console/vite.config.ts'),
    customLogger: logger,
    server: { host, port, strictPort: true, proxy: { '^/(api|health)': `http://127.0.0.1:${target}` } },
  })
  await vite.listen()
  closers.push(() => vite.close())
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
