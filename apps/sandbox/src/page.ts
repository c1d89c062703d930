/** The links between the sandbox's pages. */
export const nav =
  '<nav><a href="/">Messages</a> <a href="/mail">E-mails</a> <a href="/push">Notifications</a> <a href="/phone">Phone</a> <a href="/alarms">Alarms</a> <a href="/vouchers">Vouchers</a> <a href="/payments">Payments</a> <a href="/bank">Bank</a> <a href="/country">Country</a></nav>'

/** The sandbox's first page. Its script only sets text, so no data can become markup. */
export const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sandbox · Dhow</title>
<link rel="stylesheet" href="/style.css">
<script src="/script.js" type="module"></script>
</head>
<body>
<header>
${nav}
<h1>The sandbox</h1>
<p>Everything here is invented: no message leaves this machine, and nobody is paid. These are the text messages that players would get.</p>
</header>
<main>
<details>
<summary>How the gateways answer</summary>
<form id="behaviour" class="row">
<label>Gateway <select name="gateway"><option>first</option><option>second</option></select></label>
<label>Answers <select name="answers"><option value="accepts">accepts</option><option value="refuses">refuses the number</option><option value="fails">503</option><option value="garbles">a page instead of JSON</option><option value="breaks">breaks the connection</option><option value="hangs">does not answer</option></select></label>
<label>Reports <select name="reports"><option value="delivered">delivered</option><option value="failed">failed</option><option value="twice">delivered, twice</option><option value="nothing">nothing</option></select></label>
<label>Delay in ms <input name="delay_ms" type="number" min="0" max="60000" value="0"></label>
<button>Set</button>
<p id="set" role="status"></p>
</form>
</details>
<label for="to">Only this number</label>
<input id="to" type="search" placeholder="+264812345678" autocomplete="off">
<ol id="inbox" aria-live="polite"></ol>
<p id="empty">No message yet. Register at the portal, and the code arrives here.</p>
</main>
</body>
</html>
`

export const style = `:root { color-scheme: dark; --night: #0f1b2b; --card: #17273b; --line: #2b3e56; --sail: #f4ecdf; --quiet: #a9b8c9; --brass: #e2b25f }
* { box-sizing: border-box }
body { margin: 0 auto; max-width: 44rem; padding: 1.5rem 1rem 4rem; background: var(--night); color: var(--sail); font: 1rem/1.5 system-ui, sans-serif }
h1 { margin: 0; font-size: 1.5rem }
header p, #empty, time { color: var(--quiet) }
label { display: block; font-size: .875rem; color: var(--quiet) }
input { width: 100%; margin: .25rem 0 1rem; padding: .7rem .8rem; border: 1px solid var(--line); border-radius: .6rem; background: var(--card); color: inherit; font: inherit }
input:focus-visible { outline: 2px solid var(--brass); outline-offset: 2px }
ol { margin: 0; padding: 0; list-style: none; display: grid; grid-template-columns: minmax(0, 1fr); gap: .75rem }
li { padding: .8rem 1rem; border: 1px solid var(--line); border-radius: .8rem; background: var(--card) }
li { min-width: 0; overflow-wrap: anywhere }
li p { margin: .25rem 0 0; white-space: pre-wrap; overflow-wrap: anywhere }
li strong { color: var(--brass) }
time { font-size: .8125rem; margin-left: .5rem }
#empty[hidden] { display: none }
nav { display: flex; flex-wrap: wrap; gap: .25rem 1rem; margin-bottom: 1rem }
a { color: var(--brass) }
button { min-height: 2.75rem; padding: .5rem 1rem; border: 1px solid var(--line); border-radius: .6rem; background: var(--card); color: inherit; font: inherit; cursor: pointer }
button:focus-visible, a:focus-visible, select:focus-visible { outline: 2px solid var(--brass); outline-offset: 2px }
button[hidden], a[hidden] { display: none }
.as-button { display: inline-flex; align-items: center; min-height: 2.75rem; padding: .5rem 1rem; border: 1px solid var(--line); border-radius: .6rem; background: var(--card); text-decoration: none }
button:disabled { opacity: .6 }
select { max-width: 100%; min-height: 2.75rem; padding: .5rem; border: 1px solid var(--line); border-radius: .6rem; background: var(--card); color: inherit; font: inherit }
.outcomes { display: grid; gap: .6rem; grid-template-columns: repeat(auto-fit, minmax(12rem, 1fr)); margin: 1rem 0 }
.row { display: flex; gap: .6rem; flex-wrap: wrap; margin-bottom: 1rem }
.row > label { flex: 1 0 100%; margin-bottom: -.4rem }
.row > input { margin: 0 0 .4rem }
code { font: 1.05rem ui-monospace, monospace; letter-spacing: .05em; color: var(--brass); overflow-wrap: anywhere }
.main { border-color: var(--brass) }
`

export const script = `const list = document.querySelector('#inbox')
const empty = document.querySelector('#empty')
const only = document.querySelector('#to')
let messages = []
function draw() {
  const wanted = only.value.replace(/[^+\\d]/g, '')
  const shown = messages.filter((sms) => sms.to.includes(wanted))
  empty.hidden = shown.length > 0
  list.replaceChildren(...shown.map((sms) => {
    const item = document.createElement('li')
    const to = document.createElement('strong')
    const at = document.createElement('time')
    const text = document.createElement('p')
    to.textContent = sms.to
    at.textContent = [new Date(sms.at).toLocaleTimeString(), sms.language, sms.gateway && sms.gateway + ' gateway', sms.state].filter(Boolean).join(' · ')
    at.dateTime = sms.at
    text.textContent = sms.text
    item.append(to, at, text)
    return item
  }))
}
only.addEventListener('input', draw)
const form = document.querySelector('#behaviour')
form.addEventListener('submit', async (event) => {
  event.preventDefault()
  const { delay_ms, ...rest } = Object.fromEntries(new FormData(form))
  const answer = await fetch('/sms/behaviour', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...rest, delay_ms: Number(delay_ms) }),
  })
  document.querySelector('#set').textContent = answer.ok ? 'The ' + rest.gateway + ' gateway ' + rest.answers + ' from now on.' : 'That could not be set.'
})
messages = await (await fetch('/sms')).json()
draw()
new EventSource('/sms/live').addEventListener('message', (event) => {
  const sms = JSON.parse(event.data)
  const known = messages.findIndex((one) => one.id === sms.id)
  if (known < 0) messages.unshift(sms)
  else messages[known] = sms
  draw()
})
`
