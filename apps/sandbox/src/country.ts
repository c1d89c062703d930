import type { FastifyInstance } from 'fastify'
import type { Config } from './config.ts'
import { nav } from './page.ts'

/** Page to choose the country that the portal assumes for this browser; works in sandbox mode only. */
export function serveCountry(server: FastifyInstance, { portalOrigins }: Config) {
  const [portal = 'http://localhost:8080'] = portalOrigins
  const page = pageOf(`${portal}/sandbox/country`)
  server.get('/country', (_request, reply) => reply.type('text/html; charset=utf-8').send(page))
  server.get('/country.js', (_request, reply) => reply.type('text/javascript; charset=utf-8').send(script))
}

const pageOf = (links: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Country · Sandbox · Dhow</title>
<link rel="stylesheet" href="/style.css">
<script src="/country.js" type="module"></script>
</head>
<body>
<header>
${nav}
<h1>Country</h1>
<p>Open the portal as a visitor from another country. It applies to this browser for a day. The console’s settings say which countries are blocked.</p>
</header>
<main>
<label for="code">Country, two letters</label>
<input id="code" value="ZA" maxlength="2" autocomplete="off" autocapitalize="characters" spellcheck="false">
<p class="row"><a id="open" class="main as-button" href="${links}/ZA">Open as ZA</a> <a class="as-button" href="${links}/unknown">Open with an unknown country</a> <a class="as-button" href="${links}/off">Switch off</a></p>
</main>
</body>
</html>
`

const script = `const code = document.querySelector('#code')
const open = document.querySelector('#open')
code.addEventListener('input', () => {
  const letters = code.value.toUpperCase().replace(/[^A-Z]/g, '')
  open.hidden = letters.length !== 2
  open.textContent = 'Open as ' + letters
  open.href = open.href.replace(/[^/]*$/, letters)
})
`
