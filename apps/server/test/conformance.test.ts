import '../src/features/catalog/tables.ts'
import { generateKeyPairSync } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { playRules, report, type Finding, type TestPlayers } from '@dhow/provider-kit/conformance'
import type { Seat } from '@dhow/provider-kit/dialect'
import { dialects } from '@dhow/provider-kit/dialects'
import { openWallet } from '@dhow/provider-kit/wallet'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addProvider, confirmNewest } from './two-admins.ts'
import { openWorld, type World } from './world.ts'
import { faults, type Fault, type Reply } from './broken-wallets.ts'

/**
 * Runs the conformance kit on our own wallet, over real HTTP, under each protocol; and on wallets that break a rule,
 * simulated by a proxy, to show that the kit detects them.
 */

let world: World
let origin: string
let launches: Server
const names = Object.keys(dialects)
const games = { NA: 'kit-game' }
const keys = new Map<string, { key: string; second: string }>()

beforeAll(async () => {
  world = await openWorld()
  origin = await world.app.portal.fastify.listen({ port: 0, host: '127.0.0.1' })
  launches = await opensGames()
  const address = `http://127.0.0.1:${(launches.address() as AddressInfo).port}`
  const admin = await world.operator('admin')
  const second = await world.operator('admin')
  for (const name of names) {
    const isRsa = name === 'hub88'
    const pairs = isRsa ? [0, 1].map(() => generateKeyPairSync('rsa', { modulusLength: 2_048 })) : []
    const pem = (index: number) => pairs[index]!.publicKey.export({ type: 'spki', format: 'pem' }).toString()
    const own = (index: number) => pairs[index]!.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    const made = await addProvider(
      { first: admin, second },
      {
        code: `kit-${name}`,
        name: `Kit ${name}`,
        protocol: name,
        launch_url: address,
        ...(isRsa ? { public_key: pem(0) } : {}),
      },
    )
    await admin.post(`/staff/providers/kit-${name}/keys`, {
      overlap_hours: 24,
      ...(isRsa ? { public_key: pem(1) } : {}),
    })
    const next = (await confirmNewest(second))['fact_secret']
    // The kit wins the largest amounts that JSON can carry; none of them should be held.
    await world.db.transaction((tx) =>
      world.app.features.gateway.ceilings.set(tx, `kit-${name}`, 'NAD', {
        winMinor: 10n ** 17n,
        multiple: 1_000_000_000,
        multipleFromMinor: 10n ** 17n,
        hourMinor: 10n ** 17n,
      }),
    )
    const secrets = isRsa ? [own(0), own(1)] : [made, next]
    keys.set(name, { key: secrets[0] as string, second: secrets[1] as string })
    await world.db.transaction((tx) =>
      tx
        .insertInto('catalog.game')
        .values({
          id: `game_kit_${name}`,
          slug: `kit-${name}`,
          code: games.NA,
          provider_code: `kit-${name}`,
          name: 'Kit',
          categories: [],
          tile: '/tiles/dhow.svg',
          rtp: null,
          min_stake_minor: null,
          max_stake_minor: null,
          demo: false,
          markets: ['NA'],
          enabled: true,
          position: 9_000,
          withdrawn_at: null,
        })
        .execute(),
    )
  }
  await world.app.features.gateway.ceilings.changed()
})
afterAll(async () => {
  launches.close()
  await world.close()
})

/** Providers that answer a launch with a URL containing the received values. */
async function opensGames(): Promise<Server> {
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += chunk))
    request.on('end', () => {
      const { token, user } = JSON.parse(body) as { token?: string; user?: string | { id: string } }
      const game_url = `http://provider.invalid/play?token=${token ?? ''}&user=${typeof user === 'object' ? user.id : user}`
      response.end(JSON.stringify({ url: game_url, launch_options: { game_url } }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

const now = () => world.clock.now().getTime()
const urlOf = (name: string, base = origin) =>
  `${base}/api/v1/dhow/gateway/${name}${name === 'dhow' ? '' : `/kit-${name}`}`
const walletOf = (name: string, base = origin) =>
  openWallet({
    url: urlOf(name, base),
    dialect: dialects[name]!,
    key: keys.get(name)!.key,
    provider: `kit-${name}`,
    now,
  })

/** A player of ours in the protocol's game, and the operator's actions on them. */
function playersOf(name: string): TestPlayers {
  const dialect = dialects[name]!
  const wallet = walletOf(name)
  let seats = 0
  let seated: Promise<Seat> | undefined
  const sit = async (): Promise<Seat> => {
    const player = await world.player({ balance: '100.00' })
    const launched = await player.post(`/games/kit-${name}/launch`, {})
    if (launched.status !== 200) throw new Error(JSON.stringify(launched.json))
    const token = new URL(launched.json.url as string).searchParams.get('token')!
    const seat: Seat = { player: player.id, session: token, currency: 'NAD', game: games.NA }
    if (!dialect.exchanges) return seat
    const session = `session-${name}-${++seats}-${token.slice(0, 12)}`
    const opened = await wallet.send(dialect.open(token, session, seat))
    if (opened.word !== 'ok') throw new Error(JSON.stringify(opened.body))
    return { ...seat, session: opened.session ?? session }
  }
  return {
    secondKey: keys.get(name)!.second,
    // One player is used until a rule blocks them.
    seat: () => (seated ??= sit()),
    end: ({ player }) => {
      seated = undefined
      return world.app.features.gateway.sessions.endAll(player)
    },
    block: ({ player }) => {
      seated = undefined
      return world.db.transaction((tx) =>
        world.app.features.limits.block(tx, player, 'time_out', new Date(now() + 3_600_000), 'test'),
      )
    },
  }
}

describe.each(names)('our wallet under the protocol %s', (name) => {
  it('keeps every rule', async () => {
    const findings = await playRules(walletOf(name), playersOf(name))
    expect(findings.filter(({ outcome }) => outcome === 'failed').map(({ rule, notes }) => [rule, notes])).toEqual([])
    // Only rules that the protocol cannot express may be skipped.
    const left = findings.filter(({ outcome }) => outcome === 'not played').map(({ rule }) => rule)
    expect(left).toEqual(dialects[name]!.endsRounds ? [] : [13])
    expect(report(findings).split('\n').length).toBeGreaterThanOrEqual(14)
  }, 120_000)

  it('refuses an unknown provider, and one of another protocol, with codes of the protocol', async () => {
    const seat = await playersOf(name).seat()
    const dialect = dialects[name]!
    const other = names.find((one) => one !== name)!
    for (const provider of ['nobody-at-all', `kit-${other}`]) {
      const url = `${origin}/api/v1/dhow/gateway/${name}${name === 'dhow' ? '' : `/${provider}`}`
      const wallet = openWallet({ url, dialect, key: keys.get(name)!.key, provider, now })
      expect((await wallet.send(dialect.balance(seat))).word).toBe('signature')
    }
  })
})

describe('the kit finds', () => {
  it.each(faults)('rule %i broken by %s', async (rule, _what, make) => {
    const proxy = await openProxy(make(now))
    try {
      const findings = await playRules(walletOf('dhow', proxy.origin), playersOf('dhow'), { only: [rule] })
      expect(findings.map(({ outcome }) => outcome)).toEqual(['failed'])
      expect((findings[0] as Finding).notes.length).toBeGreaterThan(0)
    } finally {
      proxy.server.close()
    }
  })
})

/** A proxy in front of our wallet, with its key, that simulates a fault. */
async function openProxy(fault: Fault) {
  const { sign } = dialects['dhow']!
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      const path = request.url!.split('/').at(-1)!
      const forward = async (change?: { body?: string; atMs?: number }): Promise<Reply> => {
        const isWin = change?.atMs === -1
        const text = change?.body ?? body
        const { key } = keys.get('dhow')!
        const own = { 'content-type': 'application/json', ...sign('', text, key, now(), 'kit-dhow') }
        const sent = Object.fromEntries(
          Object.entries(request.headers).filter(([name]) => /^x-|^content-type/.test(name)),
        )
        const url = `${urlOf('dhow')}/${isWin ? 'win' : path}`
        const answer = await fetch(url, {
          method: 'POST',
          body: text,
          headers: change ? own : (sent as Record<string, string>),
        })
        return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
      }
      fault({ path, body, forward }).then(
        ({ status, body: answered }) => response.writeHead(status).end(JSON.stringify(answered)),
        () => response.writeHead(500).end(),
      )
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}
