import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'

/** Answers of a test's server, by method and path below the API; a function gets the body. */
export type Answers = Record<string, Answer | ((body: unknown) => Answer | Promise<Answer>)>
interface Answer {
  status?: number
  json: unknown
}

export interface Sent {
  call: string
  body: unknown
  headers: Headers
}

/** Replaces fetch by a fake server; records every call. */
export function fakeServer(answers: Answers) {
  const sent: Sent[] = []
  const fetch = async (url: string, init: RequestInit = {}) => {
    const call = `${init.method ?? 'GET'} ${url.replace('/api/v1/dhow', '')}`
    const body: unknown = init.body === undefined ? undefined : JSON.parse(String(init.body))
    sent.push({ call, body, headers: new Headers(init.headers) })
    const answer = answers[call] ?? answers[call.split('?')[0]!]
    if (!answer) throw new TypeError(`no answer for ${call}`)
    const { status = 200, json } = typeof answer === 'function' ? await answer(body) : answer
    return new Response(JSON.stringify(json), { status })
  }
  return { sent, fetch, answers }
}

/** Renders a component; drives it by labels, buttons and keys. */
export async function renderScreen(screen: ReactNode) {
  ;(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true
  const container = document.body.appendChild(document.createElement('div'))
  const root = createRoot(container)
  let changes = 0
  const observer = new MutationObserver(() => changes++)
  observer.observe(container, { subtree: true, childList: true, attributes: true, characterData: true })
  /** Waits until five turns of the event loop in a row changed nothing. */
  const settled = async () => {
    for (let quiet = 0; quiet < 5; quiet++) {
      const before = changes
      await act(async () => await new Promise((resolve) => setTimeout(resolve)))
      if (changes !== before) quiet = -1
    }
  }
  await act(async () => root.render(screen))
  await settled()
  const seen = () => [...container.querySelectorAll<HTMLElement>('*')].filter((element) => !element.closest('[hidden]'))
  const found = <E extends HTMLElement>(what: string, element: HTMLElement | undefined): E => {
    if (!element) throw new Error(`there is no ${what} in: ${container.textContent}`)
    return element as E
  }
  const field = (label: string) => {
    const named = seen().find((element) => element.matches('label') && element.textContent === label)
    return found<HTMLInputElement>(
      `field ${label}`,
      document.getElementById(named?.getAttribute('for') ?? '') ?? undefined,
    )
  }
  return {
    container,
    settled,
    text: () =>
      seen()
        .filter(
          (element) => element.children.length === 0 || [...element.childNodes].some((node) => node.nodeType === 3),
        )
        .map((element) => element.textContent)
        .join(' | '),
    /** Waits until the page contains a text. */
    async until(words: string, withinMs = 5_000) {
      const deadline = performance.now() + withinMs
      while (!container.textContent.includes(words)) {
        if (performance.now() > deadline) throw new Error(`"${words}" did not appear: ${container.textContent}`)
        await settled()
      }
    },
    field,
    async fill(label: string, text: string) {
      const input = field(label)
      const prototype =
        [HTMLSelectElement, HTMLTextAreaElement].find((kind) => input instanceof kind)?.prototype ??
        HTMLInputElement.prototype
      await act(async () => {
        Object.getOwnPropertyDescriptor(prototype, 'value')!.set!.call(input, text)
        input.dispatchEvent(new Event('input', { bubbles: true }))
        input.dispatchEvent(new Event('change', { bubbles: true }))
      })
    },
    async press(name: string) {
      const button = seen().find(
        (element) => element.matches('button') && (element.getAttribute('aria-label') ?? nameOf(element)) === name,
      )
      await act(async () => found<HTMLButtonElement>(`button ${name}`, button).click())
      await settled()
    },
    async key(key: string, on: Element = document.body) {
      await act(
        async () => void on.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })),
      )
      await settled()
    },
    async unmount() {
      observer.disconnect()
      await act(async () => root.unmount())
      container.remove()
    },
  }
}

/** Accessible name: the text without aria-hidden parts. */
function nameOf(element: Element): string {
  const copy = element.cloneNode(true) as Element
  for (const hidden of copy.querySelectorAll('[aria-hidden="true"]')) hidden.remove()
  return copy.textContent.trim()
}
