import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, randomUUID, verify } from 'node:crypto'
import { join } from 'node:path'
import { fieldsOf } from '@dhow/contract/records'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import type { Config } from './config.ts'
import { openJournal } from './journal.ts'
import { nav } from './page.ts'
import { later } from './replies.ts'

interface Notification {
  at: string
  browser: string
  topic: string
  title: string
  body: string
  path: string
}

interface Browser {
  name: string
  auth: string
  publicKey: string
  privateKey: string
}

/** Answers of the push service. `loses`: accepts, but never delivers. */
const behaviour = z.object({
  answers: z.enum(['accepts', 'fails', 'gone', 'refuses', 'breaks', 'loses']),
  delay_ms: z.int().check(z.minimum(0), z.maximum(60_000)),
})
const statuses: Partial<Record<string, number>> = { fails: 503, gone: 410, refuses: 400 }
const content = z.object({ title: z.string(), body: z.string(), path: z.string() })
const maxShown = 100

/** Simulated push service and browsers: checks the portal's signature, decrypts as a browser does, and shows the notification. */
export function servePush(server: FastifyInstance, config: Config, now: () => Date) {
  const received = openJournal<Notification>(join(config.dataDir, 'push.jsonl'))
  const browsers = openJournal<Browser>(join(config.dataDir, 'push-browsers.jsonl'))
  let current: z.output<typeof behaviour> = { answers: 'accepts', delay_ms: 0 }

  server.post('/push/browsers', (request, reply) => {
    const keys = createECDH('prime256v1')
    keys.generateKeys()
    const browser: Browser = {
      name: randomUUID(),
      auth: randomBytes(16).toString('base64url'),
      publicKey: keys.getPublicKey('base64url'),
      privateKey: keys.getPrivateKey('base64url'),
    }
    browsers.add(browser)
    const endpoint = `${request.protocol}://${request.host}/push/s/${browser.name}`
    return reply.send({ endpoint, keys: { p256dh: browser.publicKey, auth: browser.auth } })
  })

  void server.register(async (scope: FastifyInstance) => {
    scope.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    )
    scope.post<{ Params: { name: string }; Body: Buffer }>('/push/s/:name', async (request, reply) => {
      const browser = browsers.entries.find(({ name }) => name === request.params.name)
      if (!browser) return reply.code(404).send({ error: 'no such browser' })
      const { answers, delay_ms: delayMs } = current
      if (delayMs > 0) await later(delayMs)
      if (answers === 'breaks') {
        reply.hijack()
        request.raw.socket.destroy()
        return reply
      }
      const status = statuses[answers]
      if (status !== undefined) return reply.code(status).send({})
      const origin = `${request.protocol}://${request.host}`
      if (!isSigned(String(request.headers.authorization), origin, now()))
        return reply.code(403).send({ error: 'the signature is wrong' })
      const read = content.safeParse(JSON.parse(decrypt(browser, request.body)))
      if (!read.success) return reply.code(400).send({ error: 'send {title, body, path}' })
      const topic = String(request.headers['topic'] ?? '')
      // A message replaces the previous one of its topic, as for a browser that was offline.
      const isRepeat = received.entries.some((one) => one.browser === browser.name && one.topic === topic)
      if (answers !== 'loses' && !isRepeat)
        received.add({ at: now().toISOString(), browser: browser.name, topic, ...read.data })
      return reply.code(201).send()
    })
  })

  server.get('/push/received', () => received.entries.slice(-maxShown).reverse())
  server.get('/push/behaviour', () => current)
  server.post('/push/behaviour', (request, reply) => {
    const read = behaviour.safeParse(request.body)
    if (!read.success) return reply.code(400).send({ error: 'this is not how a push service behaves' })
    current = read.data
    return reply.send(current)
  })
  server.get('/push', (_request, reply) => reply.type('text/html; charset=utf-8').send(page))
  server.get('/push.js', (_request, reply) => reply.type('text/javascript; charset=utf-8').send(script))
}

/** Whether the portal signed the request for this service (RFC 8292). */
function isSigned(authorization: string, origin: string, now: Date): boolean {
  const { token, key } = /^vapid t=(?<token>[\w.-]+), ?k=(?<key>[\w-]+)$/.exec(authorization)?.groups ?? {}
  const [head, claims, signature] = token?.split('.') ?? []
  if (head === undefined || claims === undefined || signature === undefined || key === undefined) return false
  const point = Buffer.from(key, 'base64url')
  const publicKey = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33, 65).toString('base64url'),
    },
  })
  const isRight = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  const { aud, exp } = fieldsOf(JSON.parse(Buffer.from(claims, 'base64url').toString()))
  return isRight && aud === origin && Number(exp) * 1_000 > now.getTime()
}

/** Decrypts a push message of one record (RFC 8291, RFC 8188). */
function decrypt({ auth, publicKey, privateKey }: Browser, body: Buffer): string {
  const salt = body.subarray(0, 16)
  const senderKey = body.subarray(21, 21 + body.readUInt8(20))
  const sealed = body.subarray(21 + senderKey.length)
  const ecdh = createECDH('prime256v1')
  ecdh.setPrivateKey(privateKey, 'base64url')
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), Buffer.from(publicKey, 'base64url'), senderKey])
  const derive = (secret: Uint8Array, from: Uint8Array, about: Uint8Array, bytes: number) =>
    Buffer.from(hkdfSync('sha256', secret, from, about, bytes))
  const input = derive(ecdh.computeSecret(senderKey), Buffer.from(auth, 'base64url'), info, 32)
  const key = derive(input, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(input, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(sealed.subarray(-16))
  const text = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  // Padding: a byte 2, followed by zeros.
  return text.subarray(0, text.lastIndexOf(2)).toString('utf8')
}

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Notifications · Sandbox · Dhow</title>
<link rel="stylesheet" href="/style.css">
<script src="/push.js" type="module"></script>
</head>
<body>
<header>
${nav}
<h1>Notifications</h1>
<p>Notifications that invented browsers would show. Nothing leaves this machine.</p>
</header>
<main>
<details>
<summary>How the push service answers</summary>
<form id="behaviour" class="row">
<label>Answers <select name="answers"><option value="accepts">accepts</option><option value="fails">503</option><option value="gone">410, the browser is gone</option><option value="refuses">400, refuses it</option><option value="breaks">breaks the connection</option><option value="loses">accepts and loses it</option></select></label>
<label>Delay in ms <input name="delay_ms" type="number" min="0" max="60000" value="0"></label>
<button>Set</button>
<p id="set" role="status"></p>
</form>
</details>
<ol id="inbox" aria-live="polite"></ol>
<p id="empty">No notification yet.</p>
</main>
</body>
</html>
`

const script = `const list = document.querySelector('#inbox')
const empty = document.querySelector('#empty')
const form = document.querySelector('#behaviour')
form.addEventListener('submit', async (event) => {
  event.preventDefault()
  const { answers, delay_ms } = Object.fromEntries(new FormData(form))
  const body = JSON.stringify({ answers, delay_ms: Number(delay_ms) })
  const answer = await fetch('/push/behaviour', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  document.querySelector('#set').textContent = answer.ok ? 'Set.' : 'Not set.'
})
async function draw() {
  const received = await (await fetch('/push/received')).json()
  empty.hidden = received.length > 0
  list.replaceChildren(...received.map((one) => {
    const item = document.createElement('li')
    const title = document.createElement('strong')
    const at = document.createElement('time')
    const text = document.createElement('p')
    title.textContent = one.title
    at.textContent = new Date(one.at).toLocaleTimeString()
    at.dateTime = one.at
    text.textContent = one.body
    item.append(title, at, text)
    return item
  }))
}
await draw()
setInterval(draw, 3000)
`
