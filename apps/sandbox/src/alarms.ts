import { fieldsOf } from '@dhow/contract/records'
import { createServer, type Socket } from 'node:net'
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

const shownAtMost = 100
const mailLimit = 100_000

/** The inbox of the operator on duty: alarms that come by webhook and by e-mail. */
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
  server.get('/alarms/received', () => inbox.entries.slice(-shownAtMost).reverse())
  server.get('/alarms', (_request, reply) => reply.type('text/html; charset=utf-8').send(page))
  server.get('/alarms.js', (_request, reply) => reply.type('text/javascript; charset=utf-8').send(script))

  if (config.smtpPort === undefined) return
  const mailServer = createServer((socket) =>
    receiveMail(socket, (content) => {
      const [head = '', ...rest] = content.split('\r\n\r\n')
      const title = /^Subject: (.*)$/m.exec(head)?.[1] ?? ''
      inbox.add({ by: 'e-mail', at: now().toISOString(), title, text: rest.join('\n\n') })
    }),
  )
  // Another sandbox on this machine may have the port: then this one gets no mail, and everything else works.
  mailServer.on('error', (error) => process.stderr.write(`The sandbox gets no mail: ${error.message}\n`))
  mailServer.listen(config.smtpPort, config.host)
  server.addHook('onClose', () => void mailServer.close())
}

/** As much of SMTP as a sender needs that has nothing to prove. */
function receiveMail(socket: Socket, keep: (content: string) => void) {
  let text = ''
  let isContent = false
  const answer = (line: string) => socket.write(`${line}\r\n`)
  socket.on('error', () => undefined)
  socket.setTimeout(30_000, () => socket.destroy())
  answer('220 sandbox')
  socket.on('data', (chunk) => {
    text += chunk.toString()
    if (text.length > mailLimit) return void socket.destroy()
    for (;;) {
      const mark = isContent ? '\r\n.\r\n' : '\r\n'
      const end = text.indexOf(mark)
      if (end < 0) return
      const line = text.slice(0, end)
      text = text.slice(end + mark.length)
      if (isContent) {
        keep(line)
        isContent = false
        answer('250 kept')
      } else if (/^DATA\b/i.test(line)) {
        isContent = true
        answer('354 go on')
      } else if (/^QUIT\b/i.test(line)) socket.end('221 bye\r\n')
      else answer('250 ok')
    }
  })
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
