import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { writeCountryTable } from '../../../test/country-table-writer.ts'
import { openWorld, type World } from '../../../test/world.ts'

const folder = mkdtempSync(join(tmpdir(), 'dhow-countries-'))
const path = join(folder, 'countries.mmdb')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const placed = (country: string) => ({ country: { iso_code: country } })
const networks = {
  '198.51.100.0/24': placed('ZA'),
  '203.0.113.0/24': placed('NA'),
  '192.0.2.0/24': { country_code: 'NA' },
  '10.9.0.0/16': placed('NA'),
  '2001:db8::/32': placed('ZA'),
}

describe('a country table', () => {
  let world: World
  beforeAll(async () => {
    writeFileSync(path, writeCountryTable(networks))
    const header = { TRUSTED_PROXIES: '10.9.0.0/16', COUNTRY_HEADER: 'x-country' }
    world = await openWorld({ COUNTRY_DATABASE: path, ...header })
    await world.app.features.portal.change({ countries: { restricted: ['ZA'], unknown: 'restrict' } })
  })
  afterAll(() => world.close())
  const servedTo = async (remoteAddress: string, headers: Record<string, string> = {}) =>
    (await world.app.portal.fastify.inject({ url: '/api/v1/dhow/portal-info', remoteAddress, headers })).statusCode

  it.each([
    ['a network of a country that is served', '203.0.113.7', {}, 200],
    ['a network of one that is not', '198.51.100.7', {}, 403],
    ['a row with a flat code', '192.0.2.7', {}, 200],
    ['an IPv6 network', '2001:db8::7', {}, 403],
    ['an IPv4 address of a socket of both families', '::ffff:203.0.113.7', {}, 200],
    ['a network that is not in it', '41.182.1.1', {}, 403],
    ['a visitor behind a proxy that names no country', '10.9.0.1', { 'x-forwarded-for': '198.51.100.7' }, 403],
    [
      'a visitor whose country the proxy names',
      '10.9.0.1',
      { 'x-forwarded-for': '198.51.100.7', 'x-country': 'NA' },
      200,
    ],
    ['a stranger who names another country', '198.51.100.7', { 'x-country': 'NA' }, 403],
  ])('places %s', async (_name, from, headers, status) => {
    expect(await servedTo(from, headers)).toBe(status)
  })

  it('is read again when the file is replaced, and stays in use while the new one is broken', async () => {
    const replace = (bytes: Buffer) => {
      writeFileSync(`${path}.new`, bytes)
      renameSync(`${path}.new`, path)
    }
    const later = async (status: number) => {
      await vi.waitFor(
        async () => {
          await world.clock.advance(60_000)
          expect(await servedTo('198.51.100.7')).toBe(status)
        },
        { timeout: 20_000 },
      )
    }
    replace(Buffer.from('a download that was cut off'))
    for (const _minute of [1, 2]) await world.clock.advance(60_000)
    expect(await servedTo('203.0.113.7')).toBe(200)
    replace(writeCountryTable({ ...networks, '198.51.100.0/24': placed('NA') }))
    await later(200)
  })
})

it.each([
  ['that is not there', undefined, 'which cannot be read (ENOENT)'],
  ['that is cut off', writeCountryTable(networks).subarray(0, 700), 'which is no table of countries'],
  ['of other facts', writeCountryTable({ '198.51.100.0/24': { isp: 'Invented' } }), 'which is no table of countries'],
])('a file %s ends the start with a sentence', async (_name, bytes, sentence) => {
  const file = join(folder, 'other.mmdb')
  if (bytes) writeFileSync(file, bytes)
  await expect(openWorld({ COUNTRY_DATABASE: file })).rejects.toThrow(`COUNTRY_DATABASE names ${file}, ${sentence}`)
})
