import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { metricRows, type Program } from './metric-rows.ts'
import { openMetrics, openMetricsServer } from './metrics.ts'
import { watchFetch } from './watch-fetch.ts'

const programs: Program[] = ['server', 'studio', 'sandbox']
const open = (program: Program = 'server', failures: unknown[] = []) =>
  openMetrics(program, '1.0.0', (error) => failures.push(error))

it.each(programs)('the %s has its own rows, and Node’s', async (program) => {
  const text = await open(program).text()
  const own = Object.entries(metricRows).filter(([, row]) => row.programs.some((one) => one === program))
  for (const [name] of own) expect(text).toContain(`# TYPE ${name} `)
  expect(text.match(/^# TYPE dhow_/gm)).toHaveLength(own.length)
  expect(text).toContain('process_resident_memory_bytes')
})

it('names end with their unit, counters with total, as in Prometheus', () => {
  const ends = { counter: /_total$/, histogram: /_(seconds|width)$/, gauge: /^dhow_/ }
  expect(Object.entries(metricRows).filter(([name, { kind }]) => !ends[kind].test(name))).toEqual([])
})

it('a failed read is reported and affects no other', async () => {
  const failures: unknown[] = []
  const metrics = open('server', failures)
  metrics.onScrape(() => {
    throw new Error('away')
  })
  metrics.onScrape(() => metrics.set('dhow_live_streams', {}, 7))
  expect(await metrics.text()).toContain('dhow_live_streams 7')
  expect(failures).toEqual([new Error('away')])
})

it('a cleared gauge has only values set since', async () => {
  const metrics = open()
  metrics.set('dhow_alarms_open', { code: 'disk' }, 1)
  metrics.clear('dhow_alarms_open')
  metrics.set('dhow_alarms_open', { code: 'books' }, 2)
  const text = await metrics.text()
  expect(text).toContain('dhow_alarms_open{code="books"} 2')
  expect(text).not.toContain('code="disk"')
})

it('answers at /metrics and nowhere else', async () => {
  const server = openMetricsServer(open('sandbox'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const statuses = await Promise.all(
    ['/metrics', '/', '/metrics/x'].map(async (path) => (await fetch(`http://127.0.0.1:${port}${path}`)).status),
  )
  expect(statuses).toEqual([200, 404, 404])
  server.closeAllConnections()
  server.close()
})

it('measures each fetch by host and outcome, until stopped', async () => {
  const metrics = open()
  const stop = watchFetch(metrics, () => performance.now())
  const service = createServer((request, response) => {
    if (request.url === '/silent') return request.destroy()
    return response.writeHead(request.url === '/failed' ? 500 : 404).end()
  })
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
  for (const path of ['/', '/failed', '/silent']) await fetch(origin + path).catch(() => undefined)
  stop()
  await fetch(origin)
  const text = await metrics.text()
  const counts = [...text.matchAll(/dhow_service_seconds_count\{service="([^"]+)",outcome="(\w+)"\} (\d)/g)]
  expect(counts.map(([, , outcome, count]) => [outcome, count])).toEqual([
    ['answered', '1'],
    ['failed', '1'],
    ['silent', '1'],
  ])
  expect(counts.every(([, host]) => `http://${host}` === origin)).toBe(true)
  service.closeAllConnections()
  service.close()
})
