import type { FastifyInstance } from 'fastify'

/**
 * What one turn of the loop answers leaves at its end, one answer right behind the other. Whoever waits for many of them, a proxy in front
 * above all, is woken once and not for each; that costs a server under load less than half. A lone answer leaves as soon as ever.
 */
export function answerTogether(server: FastifyInstance) {
  let ready: (() => void)[] = []
  const leave = () => {
    const leaving = ready
    ready = []
    for (const go of leaving) go()
  }
  server.addHook('onSend', (_request, _reply, payload, done) => {
    if (ready.length === 0) setImmediate(leave)
    ready.push(() => done(null, payload))
  })
}
