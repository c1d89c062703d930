import { randomUUID } from 'node:crypto'
import { signWebhook } from '@dhow/platform/standard-webhook'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import type { Config } from './config.ts'
import { nav } from './page.ts'

const step = z.object({
  session: z.string().check(z.regex(/^[\w-]{1,60}$/)),
  mobile: z.string().check(z.regex(/^\+\d{6,15}$/)),
  text: z.string().check(z.maxLength(400)),
})
const serviceCode = '*123#'

/** Simulated phone without internet: dials the portal's USSD menu like a mobile network's gateway. */
export function servePhone(server: FastifyInstance, { key, portalUrl }: Config, now: () => Date) {
  server.get('/phone', (_request, reply) => reply.type('text/html; charset=utf-8').send(page))
  server.get('/phone.js', (_request, reply) => reply.type('text/javascript; charset=utf-8').send(script))

  server.post('/phone/step', async (request, reply) => {
    const read = step.safeParse(request.body)
    if (!read.success) return reply.code(400).send({ error: 'send {session, mobile, text}' })
    const { session, mobile, text } = read.data
    const body = new URLSearchParams({ sessionId: session, serviceCode, phoneNumber: mobile, text }).toString()
    const answer = await fetch(`${portalUrl}/api/v1/dhow/ussd`, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        ...signWebhook(Buffer.from(key), `ussd-${randomUUID()}`, now(), body),
      },
      body,
    }).catch(() => undefined)
    const shown = answer?.ok ? await answer.text() : 'END Connection problem or invalid MMI code.'
    return reply.send({ text: shown.slice(4), goes_on: shown.startsWith('CON ') })
  })
}

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Phone · Sandbox · Dhow</title>
<link rel="stylesheet" href="/style.css">
<script src="/phone.js" type="module"></script>
</head>
<body>
<header>
${nav}
<h1>A phone without internet</h1>
<p>Everything here is invented. Dial ${serviceCode} with the number of a player, and go through the menu as on a keypad.</p>
</header>
<main>
<form id="dial" class="row">
<label for="mobile">Number of the phone</label>
<input id="mobile" type="tel" placeholder="+264812345678" autocomplete="off" required>
<button class="main">Dial ${serviceCode}</button>
</form>
<ol><li><p id="screen" role="status">Ready to dial.</p></li></ol>
<form id="answer" class="row" hidden>
<label for="typed">Answer</label>
<input id="typed" autocomplete="off" required>
<button class="main">Send</button> <button type="button" id="hang">Hang up</button>
</form>
</main>
</body>
</html>
`

const script = `const mobile = document.querySelector('#mobile')
const shown = document.querySelector('#screen')
const answer = document.querySelector('#answer')
const typed = document.querySelector('#typed')
let session = ''
let inputs = []
async function send() {
  const reply = await fetch('/phone/step', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ session, mobile: mobile.value.replace(/[^+\\d]/g, ''), text: inputs.join('*') }),
  })
  const { text = 'Enter the number with its country code: +264812345678', goes_on = false } = reply.ok ? await reply.json() : {}
  shown.textContent = text
  answer.hidden = !goes_on
  typed.value = ''
  if (goes_on) typed.focus()
}
document.querySelector('#dial').addEventListener('submit', (event) => {
  event.preventDefault()
  session = Date.now().toString(36) + '-' + Math.random().toString(36).slice(2)
  inputs = []
  void send()
})
answer.addEventListener('submit', (event) => {
  event.preventDefault()
  inputs.push(typed.value.replaceAll('*', ''))
  void send()
})
document.querySelector('#hang').addEventListener('click', () => {
  answer.hidden = true
  shown.textContent = 'Ready to dial.'
})
`
