import { fieldsOf } from '@dhow/contract/records'
import { join } from 'node:path'
import { verifyWebhook } from '@dhow/platform/standard-webhook'
import type { FastifyInstance } from 'fastify'
import type { Config } from './config.ts'
import { openJournal } from './journal.ts'
import { nav } from './page.ts'

interface Alarm {
  by: 'webhook' | 'e-mail'
  at: string
  title: string
  text: string
}

const maxShown = 100

/** Inbox of the operator on duty: alarms by webhook and e-mail. */
export function serveAlarms(server: FastifyInstance, config: Config, now: () => Date) {
  const inbox = openJournal<Alarm>(join(config.dataDir, 'alarms.jsonl'))

  server.post('/alarms', (request, reply) => {
    const body = Buffer.from(JSON.stringify(request.body))
    const { type = '', data } = fieldsOf(request.body)
    const { code = '', text = '' } = fieldsOf(data)
    if (!verifyWebhook(body, request.headers, now(), [Buffer.from(config.key)]))
      return reply.code(401).send({ error: 'the signature is wrong' })
    inbox.add({
      by: 'webhook',
      at: now().toISOString(),
      title: `${String(type)} ${String(code)}`,
      text: String(text),
    })
    return reply.send({ ok: true })
  })
  server.get('/alarms/received', () => inbox.entries.slice(-maxShown).reverse())
  server.get('/alarms', (_request, reply) => reply.type('text/html; charset=utf-8').send(page))
  server.get('/alarms.js', (_request, reply) => reply.type('text/javascript; charset=utf-8').send(script))

  /** Adds an e-mail to the operator. */
  return (title: string, text: string) => inbox.add({ by: 'e-mail', at: now().toISOString(), title, text })
}

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Alarms · Sandbox · Dhow</title>
<link rel="stylesheet" href="/style.css">
<script src="/alarms.js" type="module"></script>
</head>
<body>
<header>
${nav}
<h1>Alarms</h1>
<p>What the operator on duty would get by webhook and by e-mail.</p>
</header>
<main>
<ol id="inbox" aria-live="polite"></ol>
<p id="empty">No alarm yet.</p>
</main>
</body>
</html>
`

const script = `const list = document.querySelector('#inbox')
const empty = document.querySelector('#empty')
async function draw() {
  const alarms = await (await fetch('/alarms/received')).json()
  empty.hidden = alarms.length > 0
  list.replaceChildren(...alarms.map((alarm) => {
    const item = document.createElement('li')
    const title = document.createElement('strong')
    const at = document.createElement('time')
    const text = document.createElement('p')
    title.textContent = alarm.title
    at.textContent = alarm.by + ', ' + new Date(alarm.at).toLocaleTimeString()
    at.dateTime = alarm.at
    text.textContent = alarm.text
    item.append(title, at, text)
    return item
  }))
}
await draw()
setInterval(draw, 3000)
`
