import { apiBase, type Operation, type ReplyOf } from '@dhow/contract/operation'
import { operations } from '@dhow/contract/operations'
import { textOf } from '@dhow/contract/player-texts'
import { isPlayerRefusal, refusalSentence, refusals, type RefusalCode } from '@dhow/contract/refusals'

/** Answer of one operation: its reply, a refusal by code, or `pending` for none. */
export type ContractAnswer<O> = ReplyOf<O> | { refusal: RefusalCode } | 'pending' | 'unreachable'
/** Answers by operation name. */
export type ContractAnswers<All> = { [Name in keyof All]?: ContractAnswer<All[Name]> }

const all = Object.values(operations).flat()

/**
 * A `fetch` for tests of screens. Checks every answer against the contract, so that no test passes with a reply that the server would not give.
 * `answers` may be changed between calls.
 * @throws in the test's own call if an operation has no answer
 */
export function openContractServer<All>(answers: ContractAnswers<All>) {
  const requests: { name: string; body: unknown; query: Record<string, string> }[] = []
  const unanswered: string[] = []

  function find(method: string, path: string): Operation | undefined {
    const isCalled = (operation: Operation) =>
      operation.method === method &&
      new RegExp(`^${operation.path.replace(/:\w+/g, '[^/]+')}$`).test(path.slice(apiBase.length))
    return all.find((operation) => isCalled(operation) && !operation.path.includes(':')) ?? all.find(isCalled)
  }

  async function fetch(address: string, init: RequestInit = {}): Promise<Response> {
    const { pathname, searchParams } = new URL(address, 'http://portal.test')
    const method = init.method ?? 'GET'
    const operation = find(method, pathname)
    if (operation === undefined) throw new Error(`the contract has no call ${method} ${pathname}`)
    const { name } = operation
    const body = typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : init.body
    requests.push({ name, body, query: Object.fromEntries(searchParams) })
    const answer: unknown = answers[name as keyof All]
    if (answer === undefined) {
      unanswered.push(name)
      throw new TypeError(`the test has no answer for ${name}`)
    }
    if (answer === 'pending') return new Promise(() => undefined)
    if (answer === 'unreachable') throw new TypeError('no network')
    if (isRefusal(answer)) return refuse(answer.refusal)
    return Response.json(operation.reply.parse(answer))
  }

  return { fetch, requests, unanswered, answers }
}

const isRefusal = (answer: unknown): answer is { refusal: RefusalCode } =>
  typeof answer === 'object' && answer !== null && 'refusal' in answer

function refuse(code: RefusalCode): Response {
  const { status } = refusals[code]
  const text = isPlayerRefusal(code) ? { text: textOf(code, {}) } : {}
  return Response.json({ status: 'error', code, message: refusalSentence(code), errors: null, ...text }, { status })
}
