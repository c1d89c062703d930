import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

const built = fileURLToPath(new URL('../../../../../packages/receipts/dist/receipt-checker.html', import.meta.url))
const place = '<script type="text/plain" id="policy"></script>'
const press = promisify(gzip)

/**
 * Sends the offline page, one file that checks receipts without a network, with the log's policy of now inside: who keeps the file keeps the keys
 * that a later receipt is checked with. Not found where it was not built.
 * @param policyOf the policy of players' receipts; undefined before the log is there
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
  // Keys and names of a policy have no such character, and a page could end its script early by one.
  const text = page.replace(place, () => place.replace('><', () => `>${policy.replaceAll('<', '')}<`))
  // The page's own rules, which let it load and send nothing; as a header also without the storage of the portal, and in no frame.
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
