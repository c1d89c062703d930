#!/usr/bin/env node
// Every parser of external bytes: milliseconds per megabyte for benign and hostile input, their growth at four times the size, and the
// longest time for which other calls wait. Needs no database. Build first: npm run build.
//   node bench/parsers.mjs [--bytes 1000000] [--all]
import { parseArgs } from 'node:util'
import { pino } from 'pino'
import { benignFiles, hostileFiles } from '../apps/server/test/hostile-files.mjs'
import { machineNotes, report } from './setup.mjs'

const { values } = parseArgs({
  options: { bytes: { type: 'string', default: '1000000' }, all: { type: 'boolean', default: false } },
})
const bytes = Number(values.bytes)
const dist = (path) => import(new URL(`../apps/server/dist/${path}`, import.meta.url).href)
/** Maximum time factor for four times the size: linear is 4. */
const growthBar = 8
/** Growth below this is noise. */
const noiseMs = 20
const blockBarMs = 100
/** Larger bodies are refused before they are parsed. */
const maxJsonBytes = 64 * 1024
const maxHeaderBytes = 16 * 1024

const { readStatement } = await dist('features/statements/files/index.js')
const { numbersAsText, memberText, rewritten } = await dist('platform/signed-json.js')
const { readCookie } = await dist('platform/http/cookies.js')
const { loadImageLibrary, isPicture, openPictures } = await dist('platform/pictures.js')
const { sorted } = await dist('features/catalog/import-games.js')
const others = await rowsOfOthers()

const mapping = {
  encoding: 'utf-8',
  delimiter: ',',
  header_rows: 1,
  date: 1,
  date_format: 'DD/MM/YYYY',
  decimal: '.',
  amount: 2,
  credit: null,
  debit: null,
  reference: 3,
  text: [4],
  bank_id: null,
}
const statementRow = (format, name, make) => ({
  name: `${format}: ${name}`,
  make,
  read: (text) => steps(readStatement(Buffer.from(text), format, mapping, 1_000_000)),
})
const rows = [
  ...Object.entries(benignFiles).map(([format, make]) => statementRow(format, 'as a bank sends it', make)),
  ...hostileFiles.map(({ format, name, make }) => statementRow(format, name, make)),
  ...others,
]

machineNotes()
const measured = []
for (const row of rows) measured.push({ row, ...(await measure(row)) })
const shown = values.all ? measured : worst(measured)
report(
  shown.map(({ row, msPerMb, growth, blockMs, largeMs }) => ({
    what: row.name,
    value: `${msPerMb.toFixed(1)} ms/MB`,
    bar: `x${growth.toFixed(1)}, ${blockMs.toFixed(0)} ms`,
    isReached: (growth < growthBar || largeMs < noiseMs) && blockMs < blockBarMs,
  })),
)

/** Benign rows and those near or over a limit. */
function worst(all) {
  const slowest = [...all].sort((a, b) => b.msPerMb - a.msPerMb).slice(0, 12)
  return all.filter((one) => one.row.name.includes('as a') || slowest.includes(one))
}

async function measure({ make, read }) {
  const [small, large] = [make(bytes / 4), make(bytes)]
  await timed(read, small)
  const smallMs = Math.min((await timed(read, small)).ms, (await timed(read, small)).ms)
  const first = await timed(read, large)
  const second = first.ms > 2_000 ? first : await timed(read, large)
  const best = first.ms < second.ms ? first : second
  const size = typeof large === 'string' ? Buffer.byteLength(large) : large.length
  return {
    msPerMb: best.ms / (size / 1e6),
    growth: best.ms / Math.max(smallMs, 0.01),
    blockMs: best.blockMs,
    largeMs: best.ms,
  }
}

/** A refusal is a valid answer too. */
async function timed(read, input) {
  const from = workedMs()
  let blockMs = 0
  try {
    blockMs = (await read(input)) ?? workedMs() - from
  } catch (error) {
    if (error?.name !== 'Refusal' && error?.name !== 'SyntaxError') throw error
    blockMs = error.blockMs ?? workedMs() - from
  }
  return { ms: workedMs() - from, blockMs }
}

/** CPU time, so that other programs on the machine do not count. */
function workedMs() {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

/** The longest slice of work that yields; otherwise all of it. */
function steps(work) {
  if (typeof work?.next !== 'function') return undefined
  let longest = 0
  for (;;) {
    const from = workedMs()
    try {
      const { done } = work.next()
      longest = Math.max(longest, workedMs() - from)
      if (done) return longest
    } catch (error) {
      error.blockMs = Math.max(longest, workedMs() - from)
      throw error
    }
  }
}

async function rowsOfOthers() {
  const { openListener } = await dist('platform/http/listener.js')
  const { readMultipart } = await dist('platform/http/multipart.js')
  const { readConfig } = await dist('config.js')
  const { fastify: server } = await openListener({
    config: readConfig({
      SECRET_KEY: 'a key of the benches that is long enough',
      TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8',
    }),
    log: pino({ level: 'silent' }),
    proxies: { see: () => undefined },
  })
  server.post('/form', { bodyLimit: 20_000_000, config: { rateLimit: false } }, async (request) => {
    await readMultipart(request, { file: 'file', limitBytes: 10_000_000 }).catch(() => undefined)
    return 'read'
  })
  server.get('/ip', { config: { rateLimit: false } }, (request) => request.ip)
  await server.ready()
  const form = (payload) =>
    server.inject({
      method: 'POST',
      url: '/form',
      headers: { 'content-type': 'multipart/form-data; boundary=bound' },
      payload: Buffer.from(payload),
    })
  const part = (head, body) => `--bound\r\ncontent-disposition: form-data; name="${head}"\r\n\r\n${body}\r\n`
  const file = (body) =>
    `--bound\r\ncontent-disposition: form-data; name="file"; filename="a"\r\ncontent-type: text/csv\r\n\r\n${body}\r\n--bound--`
  const repeated = (n, unit) => unit.repeat(Math.max(1, Math.floor(n / unit.length)))
  const of = (kind, read, shapes, atMost = Infinity) =>
    Object.entries(shapes).map(([name, make]) => ({
      name: `${kind}: ${name}`,
      make: (size) => make(Math.min(size, size === bytes ? atMost : atMost / 4)),
      read,
    }))
  const voided = (read) => (input) => void read(input)
  const sharp = await loadImageLibrary()
  const picture = (bytes) => {
    const side = Math.max(8, Math.floor(Math.sqrt(bytes / 3)))
    return sharp({
      create: {
        width: side,
        height: side,
        channels: 3,
        background: 'teal',
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
      },
    })
      .png({ compressionLevel: 0 })
      .toBuffer()
  }
  const [smallPicture, largePicture] = [await picture(bytes / 4), await picture(bytes)]
  const pictureOf = (n) => (n === bytes ? largePicture : smallPicture)
  const take = openPictures()
  return [
    ...of('multipart', async (payload) => void (await form(payload)), {
      'as a browser sends it': (n) => `${part('amount', '500')}${file(repeated(n, 'a,b\n'))}`,
      'boundaries that begin': (n) => file(repeated(n, '\r\n--boun')),
      'line ends': (n) => file(repeated(n, '\r\n')),
      fields: (n) => repeated(n, part('a', 'b')),
      'one long header': (n) => `--bound\r\nx: ${repeated(n, 'a; ')}`,
      'headers of a part': (n) => `--bound\r\n${repeated(n, 'x: y\r\n')}`,
      'quotation marks in a header': (n) => `--bound\r\ncontent-disposition: form-data; name="${repeated(n, '\\"')}`,
    }),
    ...of('picture', async (sent) => void ((await isPicture(sent)) && (await take(sent))), {
      'as a phone sends it': pictureOf,
      'a head without a picture': (n) => Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(n)]),
      'blocks without an end': (n) =>
        Buffer.concat([Buffer.from('ffd8', 'hex'), Buffer.alloc(n, Buffer.from('ffe00002', 'hex'))]),
    }),
    ...of('catalogue', (games) => steps(sorted({ code: 'p', adds: [], position: 1 }, games.list)), {
      'as a provider sends it': (n) => gamesOf(n, (at) => ({ code: `g${at}`, name: `Game ${at}`, rtp: '96.5' })),
      'one game again and again': (n) => gamesOf(n, () => ({ code: 'g', name: 'Game' })),
      'dashes in a code': (n) => gamesOf(n, (at) => ({ code: `${at}${'-'.repeat(50)}`, name: 'x' })),
      'names of blanks': (n) => gamesOf(n, (at) => ({ code: `g${at}`, name: `${' '.repeat(5_000)}x` })),
    }),
    ...of(
      'JSON',
      voided((text) => (numbersAsText(text), memberText(text, 'transactions'), rewritten(text))),
      {
        'as a service sends it': (n) => `{"transactions":[${repeated(n, '{"id":"a","amount":5.00},')}{}]}`,
        brackets: (n) => '['.repeat(n / 2) + ']'.repeat(n / 2),
        'one long text': (n) => JSON.stringify('x'.repeat(n)),
        'escaped characters': (n) => `"${repeated(n, '\\\\')}"`,
        'quotation marks': (n) => `"${repeated(n, '\\"')}"`,
        'members of one name': (n) => `{${repeated(n, '"transactions":1,')}"a":1}`,
        digits: (n) => repeated(n, '1'),
      },
      maxJsonBytes,
    ),
    ...of(
      'cookies',
      voided((cookie) => readCookie({ headers: { cookie } }, 'dhow_hint')),
      {
        'as a browser sends them': (n) => repeated(n, 'dhow_hint=in; '),
        separators: (n) => repeated(n, ';'),
        signs: (n) => `dhow_hint${repeated(n, '=')}`,
        blanks: (n) => `${repeated(n, ' ')}x=${repeated(n, ' ')}`,
      },
      maxHeaderBytes,
    ),
    ...of(
      'forwarded',
      async (chain) =>
        void (await server.inject({ url: '/ip', remoteAddress: '127.0.0.1', headers: { 'x-forwarded-for': chain } })),
      {
        'as a proxy sends it': (n) => repeated(n, '10.0.0.1, ').slice(0, -2),
        commas: (n) => repeated(n, ','),
        'no addresses': (n) => repeated(n, 'x, '),
        colons: (n) => repeated(n, ':'),
      },
      maxHeaderBytes,
    ),
  ]

  function gamesOf(n, make) {
    const list = []
    let length = 0
    for (let at = 0; length < n; at++) {
      const game = make(at)
      list.push(game)
      length += JSON.stringify(game).length
    }
    return { list, length }
  }
}
