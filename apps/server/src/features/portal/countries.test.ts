import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWorld, type World } from '../../../test/world.ts'
import { readConfig } from '../../config.ts'
import { openPortal } from './index.ts'
import { defaultSettings } from './settings.ts'

const live = {
  DHOW_MODE: 'live',
  DATABASE_URL: 'postgres://nobody@127.0.0.1/dhow',
  SMS_URL: 'https://sms.example/send',
}
const named = { TRUSTED_PROXIES: '127.0.0.1, 10.9.0.0/16', COUNTRY_HEADER: 'X-Country' }
const info = '/api/v1/dhow/portal-info'
const servedTo = async (world: World, headers: Record<string, string>, remoteAddress = '127.0.0.1') =>
  (await world.app.portal.fastify.inject({ url: info, headers, remoteAddress })).statusCode
/** Follows a link of the sandbox's page, and returns the cookie that the browser then sends. */
async function tried(world: World, country: string) {
  const answer = await world.app.portal.fastify.inject({ url: `/sandbox/country/${country}` })
  const [cookie = ''] = [answer.headers['set-cookie'] ?? []].flat()
  return { status: answer.statusCode, to: answer.headers.location, cookie: cookie.split(';')[0] ?? '' }
}
const restrict = (world: World) =>
  world.app.features.portal.change({ countries: { restricted: ['ZA'], unknown: 'restrict' } })
async function countriesRow(world: World) {
  const admin = world.admin ?? (await world.operator('admin'))
  const { services } = (await admin.get('/staff/health')).json
  return services.find(({ name }: { name: { code: string } }) => name.code === 'service_countries')
}

describe('with a trusted proxy’s country header', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld({ ...live, ...named })
    await restrict(world)
  })
  afterAll(() => world.close())

  it.each([
    ['a country that is served', { 'x-country': 'na' }, '127.0.0.1', 200],
    ['one that is not', { 'x-country': 'ZA' }, '127.0.0.1', 403],
    ['one that is not, forwarded', { 'x-country': 'ZA', 'x-forwarded-for': '198.51.100.7' }, '10.9.1.2', 403],
    ['one that is served, over IPv6 sockets', { 'x-country': 'NA' }, '::ffff:10.9.1.2', 200],
    ['no country', {}, '127.0.0.1', 403],
    ['the code of no country', { 'x-country': 'XX' }, '127.0.0.1', 403],
    ['a country that a stranger names', { 'x-country': 'NA' }, '203.0.113.9', 403],
    [
      'one that a stranger names as if forwarded',
      { 'x-country': 'NA', 'x-forwarded-for': '127.0.0.1' },
      '203.0.113.9',
      403,
    ],
    ['one that the sandbox’s switch would set', { cookie: 'dhow_country=NA' }, '203.0.113.9', 403],
  ])('a visitor of %s is answered so', async (_name, headers, from, status) => {
    expect(await servedTo(world, headers, from)).toBe(status)
  })

  it('live mode has no switch', async () => {
    expect(await tried(world, 'NA')).toMatchObject({ status: 404, cookie: '' })
  })
})

describe('without a source of countries', () => {
  it('the start and the health page report that nobody is blocked', async () => {
    const lines: { level: number; msg: string }[] = []
    const log = pino({ level: 'warn' }, { write: (line) => void lines.push(JSON.parse(line)) })
    const world = await openWorld({}, { log })
    const sentence =
      'Countries are blocked in the settings, but nothing names a visitor’s country, so nobody is blocked. Set COUNTRY_HEADER and TRUSTED_PROXIES, or COUNTRY_DATABASE.'
    expect(await countriesRow(world)).toBeUndefined()
    await restrict(world)
    expect(await servedTo(world, { 'x-country': 'ZA' })).toBe(200)
    expect(await countriesRow(world)).toMatchObject({ ok: false, text: { code: 'health_countries' } })
    expect(lines.filter(({ msg }) => msg === sentence)).toEqual([])
    const again = await openPortal(world.platform)
    expect(lines.filter(({ msg }) => msg === sentence)).toMatchObject([{ level: 40 }])
    await again.close()
    await world.app.features.portal.change({ countries: defaultSettings('sandbox').countries })
    expect(await countriesRow(world)).toBeUndefined()
    await world.close()
  })

  it('a header without trusted proxies ends the start with a sentence', () => {
    const env = { SECRET_KEY: 'a key of the tests that is long enough', COUNTRY_HEADER: 'x-country' }
    expect(() => readConfig(env)).toThrow(
      'COUNTRY_HEADER counts only from proxies that TRUSTED_PROXIES names; name them, or remove it.',
    )
  })
})

describe('the sandbox’s switch', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld(named)
    await restrict(world)
  })
  afterAll(() => world.close())

  it.each([
    ['ZA', 'dhow_country=ZA', 403],
    ['na', 'dhow_country=NA', 200],
    ['unknown', 'dhow_country=unknown', 403],
  ])('puts this browser into %s, whatever the proxy says', async (country, cookie, status) => {
    expect(await tried(world, country)).toEqual({ status: 303, to: '/', cookie })
    expect(await servedTo(world, { cookie, 'x-country': country === 'na' ? 'ZA' : 'NA' })).toBe(status)
  })

  it('can be switched off', async () => {
    const { cookie } = await tried(world, 'off')
    expect(cookie).toBe('dhow_country=')
    expect(await servedTo(world, { cookie, 'x-country': 'NA' })).toBe(200)
  })

  it('causes no health fault, because countries have a source, and operators sign in from anywhere', async () => {
    expect(await countriesRow(world)).toBeUndefined()
  })
})
