import type { Answer, Hello } from '../../../src/instant/messages.ts'
import { retryLater } from '../next-try.ts'
import { readJson } from '../read-json.ts'

/** Connection to the studio: repeats each call until its answer is decided. Actions carry an id, so that a repeated one takes effect once. */
export interface Api {
  hello(): Promise<Hello>
  call(name: 'state' | 'bet' | 'action' | 'rotate', body: object): Promise<Answer>
}

export interface ApiParts {
  game: string
  /** Credential of the hello: this tab's secret, a launch token, or play money. */
  credentials(): { resume?: string; token?: string; demo?: string }
  changed(state: 'open' | 'lost'): void
}

/** Final answer: retrying does not help. */
export class Ended extends Error {
  readonly code: string
  constructor(code: string) {
    super(code)
    this.code = code
  }
}

const patienceMs = 12_000

export function openApi({ game, credentials, changed }: ApiParts): Api {
  let resume = ''

  async function send<Reply>(name: string, body: object): Promise<Reply> {
    for (let tries = 0; ; tries++) {
      const answer = await once<Reply>(name, body)
      if (answer.isDecided) {
        if (tries > 0) changed('open')
        return answer.value
      }
      if (tries === 1) changed('lost')
      await new Promise<void>((resolve) => retryLater(tries, resolve))
    }
  }

  async function once<Reply>(
    name: string,
    body: object,
  ): Promise<{ isDecided: true; value: Reply } | { isDecided: false }> {
    try {
      const response = await fetch(`/api/instant/${name}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(resume ? { authorization: `Bearer ${resume}` } : {}) },
        body: JSON.stringify({ game, ...body }),
        signal: AbortSignal.timeout(patienceMs),
      })
      if (response.status >= 500 || response.status === 429) return { isDecided: false }
      if (response.ok) return { isDecided: true, value: readJson<Reply>(await response.text()) }
      if (response.status === 401) throw new Ended('session_unknown')
      throw new Ended('malformed')
    } catch (error) {
      if (error instanceof Ended) throw error
      // No, late or truncated answer: the outcome is unknown, so send it again.
      return { isDecided: false }
    }
  }

  return {
    async hello() {
      const hello = await send<Hello>('hello', credentials())
      resume = hello.resume
      return hello
    },
    call: (name, body) => send<Answer>(name, body),
  }
}
