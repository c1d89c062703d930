import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import type { Timers } from './clock.ts'
import { answerReady, openDrain } from './drain.ts'

/** Timers that the test fires. */
function openTimers() {
  let due: (() => void)[] = []
  const timers: Timers = {
    after(_delayMs, run) {
      due.push(run)
      return () => void (due = due.filter((other) => other !== run))
    },
  }
  return { timers, fire: () => due.splice(0).forEach((run) => run()), count: () => due.length }
}

it('answers requests under way, closes each connection after its answer, and then resolves', async () => {
  const { timers, count } = openTimers()
  const drain = openDrain(timers)
  const held: ServerResponse[] = []
  const server = createServer((_request, response) => {
    drain.follow(response)
    held.push(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const answer = fetch(`http://127.0.0.1:${port}/`)
  await expect.poll(() => drain.underWay()).toBe(1)
  drain.begin()
  server.close()
  const settled = drain.settled(1_000)
  held[0]!.end('whole')
  expect([await (await answer).text(), (await answer).headers.get('connection')]).toEqual(['whole', 'close'])
  expect([await settled, drain.underWay(), count()]).toEqual([true, 0, 0])
})

it('aborts a request that takes too long, and resolves at once without requests', async () => {
  const { timers, fire } = openTimers()
  const drain = openDrain(timers)
  expect(await drain.settled(1_000)).toBe(true)
  const server = createServer((_request, response) => drain.follow(response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const answer = fetch(`http://127.0.0.1:${port}/`).catch(() => 'cut off')
  await expect.poll(() => drain.underWay()).toBe(1)
  const settled = drain.settled(1_000)
  fire()
  expect(await settled).toBe(false)
  server.closeAllConnections()
  expect(await answer).toBe('cut off')
  server.close()
})

it('is ready with a database that answers in time, and not while draining', async () => {
  const { timers, fire, count } = openTimers()
  const drain = openDrain(timers)
  const ready = (askDatabase: () => Promise<unknown>) => answerReady(timers, drain, askDatabase)
  const here = () => Promise.resolve()
  expect(await ready(here)).toEqual({ status: 200, body: { status: 'ready' } })
  const away = { status: 503, body: { status: 'unready', reason: 'database' } }
  expect(await ready(() => Promise.reject(new Error('away')))).toEqual(away)
  const late = ready(() => new Promise(() => {}))
  fire()
  expect(await late).toEqual(away)
  expect(count()).toBe(0)
  drain.begin()
  expect(await ready(here)).toEqual({ status: 503, body: { status: 'unready', reason: 'draining' } })
})
