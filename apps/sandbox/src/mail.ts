import { join } from 'node:path'
import { signWebhook } from '@dhow/platform/standard-webhook'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import type { Config } from './config.ts'
import { openJournal } from './journal.ts'
import { nav } from './page.ts'
import { readMail, type ReadMail } from './mime.ts'
import { later } from './replies.ts'
import { openSmtp, smtpAnswers, type Arrived } from './smtp.ts'

interface Mail extends ReadMail {
  id: string
  at: string
  to: string[]
  subject: string
  /** How often it arrived under its id. */
  times: number
  state: 'kept' | 'delivered' | 'bounced'
}

/** Answers of the mail server, and reports about accepted mail. */
const behaviour = z.object({
  answers: z.enum(smtpAnswers),
  reports: z.enum(['delivered', 'bounced', 'twice', 'nothing']),
  delay_ms: z.int().check(z.minimum(0), z.maximum(60_000)),
})
const maxShown = 100

/** Mail server with mailboxes of all sandbox players; other mail goes to the operator. */
export function serveMail(
  server: FastifyInstance,
  config: Config,
  now: () => Date,
  keepAlarm: (title: string, text: string) => void,
) {
  const mails = openJournal<Mail>(join(config.dataDir, 'mails.jsonl'))
  let current: z.output<typeof behaviour> = { answers: 'accepts', reports: 'delivered', delay_ms: 0 }
  const report = openReports(config, now)

  function keep({ to, content }: Arrived) {
    const read = readMail(content)
    const header = (wanted: string) => read.headers.find(({ name }) => name.toLowerCase() === wanted)?.value ?? ''
    const subject = header('subject')
    const id = /^<((?:msg|eml)_[\w.]+)@/.exec(header('message-id'))?.[1]
    if (id === undefined) return keepAlarm(subject, read.text)
    // Keep an e-mail once by id, as mailboxes do.
    const known = mails.entries.find((mail) => mail.id === id)
    if (known) return void known.times++
    const mail: Mail = { id, at: now().toISOString(), to, subject, ...read, times: 1, state: 'kept' }
    mails.add(mail)
    void report(mail, current.reports)
  }

  server.get<{ Querystring: { to?: string } }>('/mail/received', ({ query: { to } }) =>
    mails.entries
      .filter((mail) => to === undefined || mail.to.includes(to))
      .slice(-maxShown)
      .reverse(),
  )
  server.get('/mail/behaviour', () => current)
  server.post('/mail/behaviour', (request, reply) => {
    const read = behaviour.safeParse(request.body)
    if (!read.success) return reply.code(400).send({ error: 'this is not how a mail server behaves' })
    current = read.data
    return reply.send(current)
  })
  server.get('/mail', (_request, reply) => reply.type('text/html; charset=utf-8').send(page))
  server.get('/mail.js', (_request, reply) => reply.type('text/javascript; charset=utf-8').send(script))

  if (config.smtpPort === undefined) return
  const smtp = openSmtp({
    behaviour: () => ({ answers: current.answers, delayMs: current.delay_ms }),
    keep,
    silenceMs: config.silenceMs,
  })
  // Another sandbox on this machine may have the port; then this one gets no mail.
  smtp.on('error', (error) => process.stderr.write(`The sandbox gets no mail: ${error.message}\n`))
  smtp.listen(config.smtpPort, config.host)
  server.addHook('onClose', () => void smtp.close())
}

/** Reports the delivery of e-mails to the portal, signed by Standard Webhooks. */
function openReports({ key, portalUrl }: Config, now: () => Date) {
  async function post(mail: Mail, state: 'delivered' | 'bounced', time: number) {
    const body = JSON.stringify({
      type: `email.${state}`,
      timestamp: now().toISOString(),
      data: { id: mail.id, ...(state === 'bounced' ? { permanent: true } : {}) },
    })
    await fetch(`${portalUrl}/api/v1/dhow/email-reports`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...signWebhook(Buffer.from(key), `report-${mail.id}-${time}`, now(), body),
      },
      body,
    }).catch(() => undefined)
    mail.state = state
  }
  return async (mail: Mail, reports: z.output<typeof behaviour>['reports']) => {
    if (reports === 'nothing') return
    await later(200)
    const state = reports === 'bounced' ? 'bounced' : 'delivered'
    await post(mail, state, 1)
    if (reports === 'twice') await post(mail, state, 2)
  }
}

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>E-mails · Sandbox · Dhow</title>
<link rel="stylesheet" href="/style.css">
<script src="/mail.js" type="module"></script>
</head>
<body>
<header>
${nav}
<h1>E-mails</h1>
<p>E-mails that players would get, with the codes that confirm their addresses. Nothing leaves this machine.</p>
</header>
<main>
<details>
<summary>How the mail server answers</summary>
<form id="behaviour" class="row">
<label>Answers <select name="answers"><option value="accepts">accepts</option><option value="greylists">451 at the first try (greylisting)</option><option value="unknown">550, no such mailbox</option><option value="full">552, the mailbox is full</option><option value="refuses">554, looks like spam</option><option value="breaks">keeps it and breaks the connection</option><option value="no_tls">offers TLS and refuses it</option><option value="hangs">does not answer</option></select></label>
<label>Reports <select name="reports"><option value="delivered">delivered</option><option value="bounced">came back</option><option value="twice">delivered, twice</option><option value="nothing">nothing</option></select></label>
<label>Delay of each answer in ms <input name="delay_ms" type="number" min="0" max="60000" value="0"></label>
<button>Set</button>
<p id="set" role="status"></p>
</form>
</details>
<label for="to">Only this address</label>
<input id="to" type="search" placeholder="zoe@example.com" autocomplete="off">
<ol id="inbox" aria-live="polite"></ol>
<p id="empty">No e-mail yet. Add an address at the portal under “How we reach you”, and the code arrives here.</p>
</main>
</body>
</html>
`

const script = `const list = document.querySelector('#inbox')
const empty = document.querySelector('#empty')
const only = document.querySelector('#to')
const form = document.querySelector('#behaviour')
let mails = []
form.addEventListener('submit', async (event) => {
  event.preventDefault()
  const { delay_ms, ...rest } = Object.fromEntries(new FormData(form))
  const body = JSON.stringify({ ...rest, delay_ms: Number(delay_ms) })
  const answer = await fetch('/mail/behaviour', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  document.querySelector('#set').textContent = answer.ok ? 'Set.' : 'That could not be set.'
})
function element(name, text) {
  const made = document.createElement(name)
  made.textContent = text
  return made
}
function show(mail) {
  const item = document.createElement('li')
  const at = element('time', [new Date(mail.at).toLocaleTimeString(), mail.state, mail.times > 1 && mail.times + ' times'].filter(Boolean).join(' · '))
  at.dateTime = mail.at
  const head = document.createElement('details')
  head.append(element('summary', 'Head'), element('p', mail.headers.map(({ name, value }) => name + ': ' + value).join('\\n')))
  item.append(element('strong', mail.to.join(', ')), at, element('p', 'Subject: ' + mail.subject), element('p', mail.text), head)
  return item
}
function draw() {
  const shown = mails.filter((mail) => mail.to.some((to) => to.includes(only.value.trim().toLowerCase())))
  empty.hidden = shown.length > 0
  const open = [...list.querySelectorAll('details[open]')].length
  if (open === 0) list.replaceChildren(...shown.map(show))
}
only.addEventListener('input', draw)
async function load() {
  mails = await (await fetch('/mail/received')).json()
  draw()
}
await load()
setInterval(load, 3000)
`
