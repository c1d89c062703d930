import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

const built = fileURLToPath(new URL('../../../../../packages/receipts/dist/receipt-checker.html', import.meta.url))
const place = '<script type="text/plain" id="policy"></script>'
const press = promisify(gzip)

/**
 * Sends the offline page, one file that checks receipts without a network, with the log's current policy inside, so
 * that a saved page keeps the keys for later receipts. Not found if it was not built.
 * @param policyOf the policy of players' receipts; undefined before the log exists
 */
export function openCheckerPage(policyOf: () => Promise<string | undefined>) {
  let kept: { policy: string; page: Awaited<ReturnType<typeof pageWith>> } | undefined
  return async function send({ headers }: FastifyRequest, reply: FastifyReply) {
    const policy = (await policyOf()) ?? ''
    if (kept?.policy !== policy) {
      const page = await readBuilt()
      if (page === undefined) return reply.callNotFound()
      kept = { policy, page: await pageWith(page, policy) }
    }
    const isPacked = /\bgzip\b/.test(headers['accept-encoding'] ?? '')
    if (isPacked) void reply.header('content-encoding', 'gzip')
    return reply
      .header('content-security-policy', kept.page.rules)
      .header('cache-control', 'no-cache')
      .header('vary', 'accept-encoding')
      .type('text/html; charset=utf-8')
      .send(isPacked ? kept.page.packed : kept.page.plain)
  }
}

async function pageWith(page: string, policy: string) {
  // A policy's keys and names never contain this character, which could end the page's script.
  const text = page.replace(place, () => place.replace('><', () => `>${policy.replaceAll('<', '')}<`))
  // The page's own policy, which allows no network; the header also denies the portal's storage and framing.
  const [, own = "default-src 'none'"] = /Content-Security-Policy" content="([^"]+)"/.exec(page) ?? []
  const plain = Buffer.from(text)
  return { rules: `${own}; frame-ancestors 'none'; sandbox allow-scripts`, plain, packed: await press(plain) }
}

async function readBuilt(): Promise<string | undefined> {
  try {
    return await readFile(built, 'utf8')
  } catch {
    // `npm run dev` and the tests run without a build.
    return undefined
  }
}
