import { ask, type Answer } from '../world.ts'
import type { Server } from './servers.ts'
import type { System } from './system.ts'

/** A player or operator with a session. */
export interface Person {
  token(): string | undefined
  cookies: ReadonlyMap<string, string>
}

export interface Call {
  by?: Person
  listener?: 'portal' | 'console'
  method?: 'GET' | 'POST'
  path: string
  body?: unknown
  headers?: Record<string, string>
  /** Work of the server itself, in place of a call over HTTP. */
  work?(server: Server): Promise<Answer>
}

/** Sends a client's call, repeated until it has a conclusive answer. */
export type Send = (request: Call) => Promise<Answer>

export interface Client {
  name: string
  act(send: Send): Promise<void>
}

/** Concurrent calls, and what must be true after all of them. */
export interface Flow {
  clients: Client[]
  /** Everything that is wrong, in words. */
  check(): Promise<string[]>
}

const maxTries = 12
const base = '/api/v1/dhow'

/** Answers after which a client repeats the call: the outcome is unknown or undecided. */
const isOpen = ({ status, json }: Answer) =>
  status >= 500 || status === 429 || ['busy', 'wallet_busy', 'unknown', 'receipt_pending'].includes(String(json?.code))

/**
 * Makes the calls of one client: to the server at its place, and to the other one if that crashes or does not know.
 * @param isLost whether the answer that has just arrived is lost on its way to the client
 */
export function sendFrom(system: System, name: string, place: number, isLost: () => boolean): Send {
  let calls = 0
  return async (request) => {
    const call = ++calls
    for (let tries = 0; tries < maxTries; tries++) {
      const server = system.servers[(place + tries) % 2] as Server
      const actor = { name: `${name}.${call}${tries > 0 ? `~${tries}` : ''}`, server: server.number, isGone: false }
      const answering = system.scheduler.actors.run(actor, () => answerOf(server, request))
      const answer = await Promise.race([answering, server.gone])
      if (answer === 'gone' || isLost() || isOpen(answer)) continue
      // A flow with a missing call would explore less than its name says.
      if (answer.status === 404) throw new Error(`${request.path} is not there`)
      return answer
    }
    throw new Error(`${name} has no answer after ${maxTries} tries of ${request.path}`)
  }
}

async function answerOf(server: Server, request: Call): Promise<Answer> {
  if (request.work) return request.work(server).catch(() => ({ status: 503, json: undefined, headers: {} }))
  const { by, listener = 'portal', method = 'POST', path, body = {}, headers = {} } = request
  const token = by?.token()
  const response = await ask(server.app[listener], {
    method,
    url: base + path,
    remoteAddress: '10.1.1.1',
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(listener === 'console' ? { 'x-dhow-console': '1' } : {}),
      ...(by ? { cookie: [...by.cookies].map(([key, value]) => `${key}=${value}`).join('; ') } : {}),
      ...headers,
    },
    ...(method === 'GET' ? {} : { payload: body as object }),
  })
  const isJson = String(response.headers['content-type'] ?? '').includes('json')
  return { status: response.statusCode, json: isJson ? response.json() : undefined, headers: response.headers }
}
