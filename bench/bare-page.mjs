// Serves a server-rendered page without its scripts and preloads, with its pictures, from a bare server: the baseline for the portal.
import { createServer } from 'node:http'
import { brotliCompressSync } from 'node:zlib'

/** @param {string} url the page; `change` may modify it. */
export async function openBarePage(url, change = (html) => html) {
  const html = await (await fetch(url)).text()
  const bareHtml = html
    .replace(/<script\b[^>]*>[\s\S]*?<\/script>/g, '')
    .replace(/<link\b[^>]*rel="?(modulepreload|preload|manifest|prefetch)"?[^>]*>/g, '')
  const files = new Map([['/', { type: 'text/html; charset=utf-8', body: Buffer.from(change(bareHtml)) }]])
  const server = createServer(async (request, response) => {
    let file = files.get(request.url)
    if (!file) {
      const answer = await fetch(new URL(request.url, url))
      file = {
        type: answer.headers.get('content-type') ?? 'application/octet-stream',
        body: Buffer.from(await answer.arrayBuffer()),
      }
      files.set(request.url, file)
    }
    response.writeHead(200, { 'content-type': file.type, 'content-encoding': 'br', 'cache-control': 'no-store' })
    response.end((file.packed ??= brotliCompressSync(file.body)))
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { address: `http://localhost:${server.address().port}/`, close: () => server.close() }
}
