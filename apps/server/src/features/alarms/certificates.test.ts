import { createServer } from 'node:tls'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { certificate } from '../../../test/certificate.ts'
import { fakeClock } from '../../../test/parts.ts'
import { readCertificateEnd } from '../../platform/read-certificate.ts'
import { openCertificates } from './certificates.ts'

const dayMs = 86_400_000
const server = createServer(certificate, (socket) => socket.end())
let origin = ''
let host = ''
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  host = `localhost:${(server.address() as AddressInfo).port}`
  origin = `https://${host}`
})
afterAll(() => void server.close())
const before = (days: number) => fakeClock(new Date(Date.parse(certificate.endsAt) - days * dayMs).toISOString())

it('a certificate raises an alarm with its expiry from two weeks before it', async () => {
  const clock = before(14.5)
  const { check, days } = openCertificates(clock, [origin, origin, 'http://localhost:1'], readCertificateEnd)
  expect(await check.look()).toEqual([])
  expect(days()).toEqual([{ host, days: 14 }])
  clock.leap(dayMs)
  const ends = { code: 'alarm_certificate', params: { host, days: '13' } }
  expect(await check.look()).toEqual([{ subject: host, text: ends }])
  clock.leap(14 * dayMs)
  const ended = { code: 'alarm_certificate_ended', params: { host } }
  expect(await check.look()).toEqual([{ subject: host, text: ended }])
})

it('is read each hour, and the last value is kept if the address does not answer', async () => {
  const clock = before(3)
  let reads = 0
  const renewed = new Date(Date.parse(certificate.endsAt) + 90 * dayMs)
  const ends = [() => readCertificateEnd(origin), () => Promise.reject(new Error('away')), async () => renewed]
  const { check } = openCertificates(clock, [origin], () => ends[reads++]!())
  expect(await check.look()).toHaveLength(1)
  expect(await check.look()).toHaveLength(1)
  expect(reads).toBe(1)
  clock.leap(3_600_000)
  expect(await check.look()).toHaveLength(1)
  clock.leap(3_600_000)
  expect(await check.look()).toEqual([])
  expect(reads).toBe(3)
})
