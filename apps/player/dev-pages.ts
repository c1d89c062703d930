import { fieldsOf } from '@dhow/contract/records'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import type { Connect, Plugin, ViteDevServer } from 'vite'

/**
 * Renders the portal's pages from the sources during development. The server supplies the built page with its data; the page is then rendered
 * again from that data. The proxy target of `/api` is the server's address.
 */
export const devPages = (): Plugin => ({
  name: 'dev-pages',
  apply: 'serve',
  config: () => ({ appType: 'custom' }),
  configureServer: (vite) => () => {
    const origin = originOf(vite)
    vite.middlewares.use((request, response) => {
      renderPage(vite, origin, request, response).catch((error: unknown) => {
        if (error instanceof Error) vite.ssrFixStacktrace(error)
        response.writeHead(500, { 'content-type': 'text/plain; charset=utf-8' })
        response.end(error instanceof Error ? error.stack : String(error))
      })
    })
  },
})

function originOf(vite: ViteDevServer): string {
  const [proxy] = Object.values(vite.config.server.proxy ?? {})
  if (typeof proxy !== 'object' || typeof proxy.target !== 'string') throw new Error('npm run dev starts this server')
  return proxy.target
}

const textsOf = (headers: IncomingHttpHeaders) =>
  Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, String(value)]],
  )

async function renderPage(
  vite: ViteDevServer,
  origin: string,
  request: Connect.IncomingMessage,
  response: ServerResponse,
) {
  const url = request.originalUrl ?? '/'
  const { 'accept-encoding': _packed, connection: _connection, ...headers } = request.headers
  const answer = await fetchWhenUp(origin + url, { headers: textsOf(headers), redirect: 'manual' })
  const body = Buffer.from(await answer.arrayBuffer())
  const type = answer.headers.get('content-type') ?? 'text/plain'
  const html = type.startsWith('text/html') ? body.toString() : ''
  const known = /<script type="application\/json" id="dhow-data">(.*?)<\/script>/s.exec(html)?.[1]
  if (known === undefined) {
    const location = answer.headers.get('location')
    response.writeHead(answer.status, { 'content-type': type, ...(location ? { location } : {}) })
    return void response.end(body)
  }
  const data = fieldsOf(JSON.parse(known))
  const { render } = await vite.ssrLoadModule('/src/entry-server.tsx')
  const page = (await render({
    url,
    data,
    hint: {
      signedIn: html.includes('data-hinted="in"'),
      theme: html.includes('data-theme="light"') ? 'light' : 'dark',
      language: data.language,
      saver: data.saver,
      liked: data.liked === true,
    },
    assets: {
      scripts: ['/src/entry-client.tsx'],
      core: '/src/entry-client.tsx',
      style: /<style>(.*?)<\/style>/s.exec(html)?.[1] ?? '',
      pictures: new Map(),
    },
  })) as { status: number; html: string }
  const transformed = await vite.transformIndexHtml(url, page.html)
  response.writeHead(page.status, { 'content-type': type, 'cache-control': 'no-store' })
  response.end(transformed)
}

/** Retries while the server restarts. */
async function fetchWhenUp(url: string, init: RequestInit): Promise<Response> {
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
