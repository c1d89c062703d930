import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { FastifyInstance } from 'fastify'

/** Argument that makes the sandbox's program run as the witness. */
export const witnessRole = 'witness'

const answerWithinMs = 5_000

export interface WitnessProcess {
  /** Address of the witness; restarts it if it has ended. */
  url: () => Promise<string>
  close: () => Promise<void>
}

/** Runs the witness in its own process, restarted on demand. */
export function openWitnessProcess(program: string): WitnessProcess {
  let child: ChildProcess | undefined
  let address: Promise<string> | undefined
  const start = () => {
    const started = fork(program, [witnessRole])
    child = started
    started.once('exit', () => {
      if (child === started) address = undefined
    })
    return Promise.race([
      once(started, 'message').then(([message]) => urlIn(message)),
      once(started, 'exit').then(([code]) => Promise.reject(new Error(`the witness ended with ${code}`))),
    ])
  }
  const url = () => (address ??= start())
  return {
    url,
    async close() {
      if (!child || child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      if (child.connected) child.disconnect()
      await ended
    },
  }
}

function urlIn(message: unknown): string {
  const url: unknown = typeof message === 'object' && message !== null && 'url' in message ? message.url : undefined
  if (typeof url !== 'string') throw new Error('the witness sent no address')
  return url
}

/** Proxies requests to the witness, below the sandbox's own address. */
export function serveWitness(server: FastifyInstance, { url }: Pick<WitnessProcess, 'url'>) {
  void server.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, parsed) => parsed(null, body))
    scope.post('/witness/add-checkpoint', async ({ body }, reply) => {
      const request = { method: 'POST', body: Buffer.isBuffer(body) ? body : '', redirect: 'error' as const }
      const answer = await url()
        .then((at) => fetch(`${at}/add-checkpoint`, { ...request, signal: AbortSignal.timeout(answerWithinMs) }))
        .catch(() => undefined)
      if (!answer) return reply.code(503).send({ error: 'the witness does not answer' })
      for (const name of ['content-type', 'x-refused']) {
        const value = answer.headers.get(name)
        if (value !== null) void reply.header(name, value)
      }
      return reply.code(answer.status).send(await answer.text())
    })
    done()
  })
}
