import { createServer } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { devPages } from '../apps/player/dev-pages.ts'

const open = []
afterEach(async () => {
  for (const server of open) server.closeAllConnections()
  await Promise.all(open.splice(0).map((server) => new Promise((resolve) => server.close(resolve))))
})

test('answers 500 with the reason for a page that Vite cannot transform', async () => {
  const page = '<script type="application/json" id="dhow-data">{"language":"en","saver":false}</script>'
  const origin = await listen((_request, response) => {
    response.setHeader('content-type', 'text/html')
    response.end(page)
  })
  const front = await openPages(origin, () => Promise.reject(new Error('the server is closed')))

  const answer = await fetch(front)

  expect(answer.status).toBe(500)
  expect(await answer.text()).toContain('the server is closed')
})

/** Page server of `npm run dev` with a given rendering. */
async function openPages(origin, transformIndexHtml) {
  const handlers = []
  const vite = {
    config: { server: { proxy: { '/api': { target: origin } } } },
    middlewares: { use: (handler) => handlers.push(handler) },
    ssrLoadModule: async () => ({ render: async () => ({ status: 200, html: '<p>page</p>' }) }),
    ssrFixStacktrace: () => undefined,
    transformIndexHtml,
  }
  devPages().configureServer(vite)()
  return listen(handlers[0])
}

async function listen(handle) {
  const server = createServer(handle)
  open.push(server)
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${server.address().port}/`
}
