import { familyRows } from '@dhow/contract/deposit-families'
import type { FastifyInstance } from 'fastify'
import { nav } from './page.ts'

const shell = (title: string, lead: string, script: string, main: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Sandbox · Dhow</title>
<link rel="stylesheet" href="/style.css">
<script src="/${script}" type="module"></script>
</head>
<body>
<header>
${nav}
<h1>${title}</h1>
<p>${lead}</p>
</header>
<main>
${main}
</main>
</body>
</html>
`

const vouchers = shell(
  'Vouchers',
  'Invented vouchers of an invented issuer. Each shows how it behaves, so that every special case can be tried in the portal.',
  'vouchers.js',
  `<div class="row">
<label for="behaviour">It is</label>
<select id="behaviour">
<option value="good">good</option>
<option value="used">used already</option>
<option value="expired">expired</option>
<option value="slow">slow: the answer takes three seconds</option>
<option value="silent">silent: redeemed, but the first answer never comes</option>
<option value="lost">lost: the first try does nothing and never answers</option>
<option value="change">worth more than is redeemed: a third comes back as a change voucher</option>
<option value="foreign">of another currency than it seems</option>
</select>
<label for="amount">worth N$</label>
<input id="amount" inputmode="decimal" value="150.00" autocomplete="off">
<button id="make" class="main">Make a voucher</button>
</div>
<ol id="list" aria-live="polite"></ol>`,
)

const vouchersScript = `const list = document.querySelector('#list')
const piece = (tag, text) => Object.assign(document.createElement(tag), { textContent: text })
async function draw() {
  const vouchers = await (await fetch('/issuer/vouchers')).json()
  list.replaceChildren(...vouchers.map((voucher) => {
    const item = document.createElement('li')
    const state = voucher.redemption ? 'redeemed as ' + voucher.redemption.reference : voucher.state
    item.append(piece('code', voucher.pin), piece('p', 'N$' + voucher.amount + ' · ' + voucher.behaviour + ' · ' + state))
    return item
  }))
}
document.querySelector('#make').addEventListener('click', async () => {
  const body = { behaviour: document.querySelector('#behaviour').value, amount: document.querySelector('#amount').value.trim() }
  const answer = await fetch('/issuer/vouchers', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
  if (!answer.ok) document.querySelector('#amount').focus()
  await draw()
})
await draw()
`

const payments = shell(
  'Payments',
  'Payments that players started at the portal. Nobody is paid. Open one to decide how it ends.',
  'payments.js',
  '<ol id="list" aria-live="polite"></ol>\n<p id="empty" hidden>No payment yet. Choose Sandbox Pay at the portal, or A-Pay as a player from India.</p>',
)

const paymentsScript = `const orders = await (await fetch('/payments/orders')).json()
document.querySelector('#empty').hidden = orders.length > 0
document.querySelector('#list').replaceChildren(...orders.map((order) => {
  const item = document.createElement('li')
  const link = Object.assign(document.createElement('a'), { href: '/pay/' + order.order_id, textContent: order.order_id })
  const text = Object.assign(document.createElement('p'), { textContent: order.status + ' · ' + (order.amount ?? order.asked ?? 'amount open') + ' ' + order.currency })
  item.append(link, text)
  return item
}))
`

const pay = shell(
  'Pay',
  'The page of an invented payment service. Nothing is paid here: choose how this payment ends, then go back.',
  'pay.js',
  `<p id="order"></p>
<label for="amount">Amount</label>
<input id="amount" inputmode="decimal" autocomplete="off">
<div class="outcomes">
<button data-outcome="success" class="main">Pay</button>
<button data-outcome="fail">Fail</button>
<button data-outcome="reject">Be rejected</button>
<button data-outcome="late">Fail, and succeed 5 s later</button>
<button data-outcome="duplicate">Pay, with four postbacks</button>
<button data-outcome="lost">Pay, without a postback</button>
<button data-outcome="mismatch">Pay, reported with another amount</button>
<button data-outcome="other_player">Pay, reported for another player</button>
<button data-outcome="forged">Forge a postback, pay nothing</button>
<button data-outcome="stale" hidden>Pay, signed an hour ago</button>
<button data-outcome="rotated" hidden>Pay, signed with an old key and the next one</button>
</div>
<p id="result" role="status"></p>
<p><a id="back" hidden>Back to the portal</a></p>`,
)

const payScript = `const id = location.pathname.split('/').pop()
const result = document.querySelector('#result')
const back = document.querySelector('#back')
const amount = document.querySelector('#amount')
const answer = await fetch('/payments/orders/' + encodeURIComponent(id))
const order = answer.ok ? await answer.json() : undefined
const show = (now) => {
  document.querySelector('#order').textContent = 'Order ' + now.order_id + ' · ' + now.status + ' · ' + now.currency
}
if (order) {
  show(order)
  amount.value = order.amount ?? order.asked ?? '500'
  const leave = (status) => {
    const url = new URL(order.return_url)
    if (!/^https?:$/.test(url.protocol)) return
    url.searchParams.set('status', status)
    back.href = url.href
    back.hidden = false
  }
  leave('Cancel')
  for (const button of document.querySelectorAll('[data-outcome]')) {
    button.hidden = !order.outcomes.includes(button.dataset.outcome)
    button.addEventListener('click', async () => {
      const body = JSON.stringify({ outcome: button.dataset.outcome, amount: amount.value.trim() })
      const done = await fetch('/payments/orders/' + order.order_id + '/outcome', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
      const json = await done.json()
      result.textContent = done.ok ? 'Done. The portal answered: ' + (json.postbacks.map((code) => code ?? 'nothing').join(', ') || 'no postback was sent') + '.' : json.error
      if (done.ok) show(json.order)
      leave(button.dataset.outcome === 'fail' || button.dataset.outcome === 'reject' ? 'Fail' : 'Created')
    })
  }
} else {
  result.textContent = 'There is no such order.'
  for (const button of document.querySelectorAll('[data-outcome]')) button.disabled = true
}
`

const countries = {
  NA: { name: 'Namibia', attributes: '' },
  IN: { name: 'India', attributes: ' data-currency="INR"' },
}

/** The operator's accounts, Namibia's first. */
const accounts = familyRows
  .toSorted((a, b) => b.market.localeCompare(a.market))
  .flatMap(({ market, rails }) =>
    Object.values(rails).flatMap(({ sandbox }) => {
      const { name, attributes } = countries[market]
      return sandbox
        ? [`<option value="${sandbox.id}"${attributes}>${sandbox.id}: ${sandbox.name}, ${name}</option>`]
        : []
    }),
  )

const bank = shell(
  'Bank',
  'An invented bank. Pay as a player would, download the statement for the console, and choose how payouts end.',
  'bank.js',
  `<div class="row">
<label for="account">On the account</label>
<select id="account">
${accounts.join('\n')}
<option value="payouts-NAD">payouts, Namibia</option>
<option value="payouts-INR" data-currency="INR">payouts, India</option>
</select>
<label for="amount">Amount</label>
<input id="amount" inputmode="decimal" value="150.00" autocomplete="off">
<label for="reference">Reference or deposit code</label>
<input id="reference" autocomplete="off">
<label for="payer">Payer</label>
<input id="payer" value="Ester Nangolo" autocomplete="off">
<button id="book" class="main">Pay</button>
</div>
<p>Statement: <span id="files"></span></p>
<div class="row">
<label for="players">Payments that players report</label>
<select id="players">
<option value="as_reported">they have paid, by themselves</option>
<option value="nothing">they have not paid, unless it is paid above</option>
</select>
</div>
<div class="row">
<label for="behaviour">The next payouts are</label>
<select id="behaviour">
<option value="paid">paid at once</option>
<option value="slow">slow: pending until asked twice</option>
<option value="silent">silent: paid, but the answer never comes</option>
<option value="lost">lost: dropped at the first try</option>
<option value="failed">refused</option>
<option value="returned">paid, and returned later</option>
</select>
</div>
<p id="result" role="status"></p>
<ol id="list" aria-live="polite"></ol>`,
)

const bankScript = `const field = (id) => document.querySelector('#' + id)
const piece = (tag, text) => Object.assign(document.createElement(tag), { textContent: text })
const post = (path, body) => fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
async function draw() {
  const account = field('account').value
  field('files').replaceChildren(...['csv', 'ofx', 'mt940', 'camt053'].flatMap((format) => [Object.assign(document.createElement('a'), { href: '/bank/accounts/' + account + '/statement?format=' + format, textContent: format }), ' ']))
  const bookings = await (await fetch('/bank/transfers?account=' + account)).json()
  field('list').replaceChildren(...bookings.map((one) => {
    const item = document.createElement('li')
    const digits = one.minor.replace('-', '').padStart(3, '0')
    item.append(piece('strong', (one.minor.startsWith('-') ? '−' : '') + digits.slice(0, -2) + '.' + digits.slice(-2) + ' ' + one.currency), piece('time', one.day), piece('p', [one.reference, one.text].filter(Boolean).join(' · ')))
    return item
  }))
}
field('account').addEventListener('change', draw)
field('book').addEventListener('click', async () => {
  const chosen = field('account').selectedOptions[0]
  const answer = await post('/bank/transfers', { account: chosen.value, currency: chosen.dataset.currency ?? 'NAD', amount: field('amount').value.trim(), reference: field('reference').value.trim(), payer: field('payer').value.trim() })
  field('result').textContent = answer.ok ? 'Paid.' : (await answer.json()).error
  await draw()
})
field('players').value = (await (await fetch('/bank/players')).json()).pay
field('players').addEventListener('change', async () => {
  const answer = await post('/bank/players', { pay: field('players').value })
  field('result').textContent = answer.ok ? 'Done.' : (await answer.json()).error
  await draw()
})
const given = new URLSearchParams(location.search)
for (const name of ['account', 'amount', 'reference', 'payer']) if (given.has(name)) field(name).value = given.get(name)
field('behaviour').addEventListener('change', async () => {
  const answer = await post('/bank/payouts/behaviour', { behaviour: field('behaviour').value })
  field('result').textContent = answer.ok ? 'Done.' : (await answer.json()).error
})
await draw()
`

/** The pages of the voucher issuer, the payment service and the bank. Their scripts only set text. */
export function servePaymentPages(server: FastifyInstance) {
  const html = { '/bank': bank, '/vouchers': vouchers, '/payments': payments, '/pay/:id': pay }
  for (const [path, text] of Object.entries(html))
    server.get(path, (_request, reply) => reply.type('text/html; charset=utf-8').send(text))
  const scripts = {
    '/bank.js': bankScript,
    '/vouchers.js': vouchersScript,
    '/payments.js': paymentsScript,
    '/pay.js': payScript,
  }
  for (const [path, text] of Object.entries(scripts))
    server.get(path, (_request, reply) => reply.type('text/javascript; charset=utf-8').send(text))
}
