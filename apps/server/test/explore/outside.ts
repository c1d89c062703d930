import type { Scheduler } from './scheduler.ts'

interface Parts {
  /** Of the sandbox, whose issuer, payment services and bank are the outside. */
  origin: string
  /** Text messages that servers send here are accepted and forgotten. */
  smsHost: string
}

/** Makes each call of a server to an outside service a step, whose request or answer may be lost. Answers what undoes it. */
export function holdServices(scheduler: Scheduler, { origin, smsHost }: Parts): () => void {
  const real = globalThis.fetch
  async function ask(target: string, init: RequestInit | undefined) {
    const answer = await real(target, init)
    const text = await answer.text()
    return new Response(text, { status: answer.status, headers: answer.headers })
  }
  globalThis.fetch = async (target, init) => {
    const actor = scheduler.actors.getStore()
    const url = new URL(target instanceof Request ? target.url : target)
    if (url.hostname === smsHost) return new Response('{}', { status: 200 })
    if (actor === undefined || url.origin !== origin) return real(target, init)
    const label = `${init?.method ?? 'GET'} ${url.pathname}`
    return scheduler.hold({ actor, kind: 'service', label, writes: false, commits: true }, async (fault) => {
      if (fault === 'connection-lost') throw new Error('the service was not reached')
      const answer = await scheduler.awaitOutside(ask(url.href, init))
      if (fault === 'answer-lost') throw new Error('the answer of the service was lost')
      return answer
    })
  }
  return () => void (globalThis.fetch = real)
}
