const lantern =
  '<svg viewBox="0 0 48 60" aria-hidden="true"><path d="M24 2v8M14 12h20l4 8v24l-4 8H14l-4-8V20z" fill="none" stroke="currentColor" stroke-width="2.5" stroke-linejoin="round"/><path class="flame" d="M24 22c6 7 7 10 7 14a7 7 0 0 1-14 0c0-4 1-7 7-14z"/></svg>'

/** Page of every invented game: choose one of three lanterns. */
export const gamePage = (name: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(name)}</title>
<link rel="stylesheet" href="/providers/game.css">
<script src="/providers/game.js" type="module"></script>
</head>
<body>
<main>
<h1>${escaped(name)}</h1>
<p class="purpose"><b>A test game of the sandbox.</b> It stands in for a game of an outside provider: an operator uses it to test the launch, stakes, wins and refusals over that provider’s own protocol before a real game is connected. For the studio’s own games, go back and choose any other.</p>
<p id="balance" aria-live="polite">…</p>
<p>One of three lanterns is lit. Find it, and your stake comes back 2.85 times.</p>
<label for="stake">Stake</label>
<input id="stake" inputmode="decimal" value="1.00" autocomplete="off">
<div id="lanterns" role="group" aria-label="Lanterns">
<button type="button" data-pick="0" disabled>${lantern}Lantern 1</button>
<button type="button" data-pick="1" disabled>${lantern}Lantern 2</button>
<button type="button" data-pick="2" disabled>${lantern}Lantern 3</button>
</div>
<p id="word" role="status"></p>
<p class="quiet">An invented game of the sandbox; the return to the player is 95 %.</p>
</main>
</body>
</html>
`

export const gameStyle = `:root { color-scheme: dark; --night: #0f1b2b; --card: #17273b; --line: #2b3e56; --sail: #f4ecdf; --quiet: #a9b8c9; --brass: #e2b25f }
* { box-sizing: border-box }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: var(--night); color: var(--sail); font: 1rem/1.5 system-ui, sans-serif }
main { width: min(26rem, 100%); padding: 1.25rem }
h1 { margin: 0; font-size: 1.4rem }
#balance { margin: 0 0 .75rem; color: var(--brass); font-variant-numeric: tabular-nums }
label { display: block; color: var(--quiet); font-size: .875rem }
input { width: 8rem; padding: .6rem .7rem; border: 1px solid var(--line); border-radius: .6rem; background: var(--card); color: inherit; font: inherit }
#lanterns { display: grid; grid-template-columns: repeat(3, 1fr); gap: .6rem; margin: 1rem 0 }
button { display: grid; justify-items: center; align-content: center; gap: .4rem; min-height: 8rem; border: 1px solid var(--line); border-radius: .8rem; background: var(--card); color: inherit; font: inherit; cursor: pointer }
button:disabled { opacity: .55; cursor: default }
button svg { width: 2.75rem } .flame { fill: var(--line) } button:not(:disabled):hover { border-color: var(--brass) }
button.lit { border-color: var(--brass); color: var(--brass); opacity: 1; box-shadow: 0 0 1.5rem rgb(226 178 95 / .35) } button.lit .flame { fill: var(--brass) }
.purpose { margin: .5rem 0 1rem; padding: .75rem .9rem; border-left: 3px solid var(--brass); border-radius: .5rem; background: var(--card); color: var(--quiet); font-size: .875rem } .purpose b { color: var(--sail) }
:focus-visible { outline: 2px solid var(--brass); outline-offset: 2px }
#word { min-height: 1.5rem }
.quiet { color: var(--quiet); font-size: .8125rem }
`

export const gameScript = `const asked = new URLSearchParams(location.search)
const [, , provider] = location.pathname.split('/')
const game = location.pathname.split('/').at(-1)
const word = document.querySelector('#word')
const balance = document.querySelector('#balance')
const buttons = [...document.querySelectorAll('#lanterns button')]
const post = async (path, body) => {
  const answer = await fetch('/providers/' + provider + path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
  return answer.json()
}
let seat
const show = (reply) => {
  if (reply.balance !== undefined) balance.textContent = reply.balance + ' ' + (reply.currency ?? '')
  for (const button of buttons) button.disabled = !seat
}
const opened = await post('/seats', { game, token: asked.get('token'), user: asked.get('user'), currency: asked.get('currency'), demo: asked.get('demo') === '1' })
seat = opened.seat
word.textContent = seat ? '' : opened.word
show(opened)
for (const button of buttons) {
  button.addEventListener('click', async () => {
    for (const one of buttons) { one.disabled = true; one.classList.remove('lit') }
    word.textContent = '…'
    const reply = await post('/rounds', { seat, stake: document.querySelector('#stake').value, pick: Number(button.dataset.pick) })
    if (reply.lit !== undefined) buttons[reply.lit].classList.add('lit')
    word.textContent = reply.word
    show(reply)
  })
}
`

const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
