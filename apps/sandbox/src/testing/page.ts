import { createContext, runInContext } from 'node:vm'
import {
  Window,
  type Document,
  type HTMLAnchorElement,
  type HTMLButtonElement,
  type HTMLElement,
  type HTMLInputElement,
} from 'happy-dom'

/** A page of the sandbox with its script running; elements are found by visible text. */
export interface Page {
  heading(): string
  /** Control by label or `aria-label`. */
  field(label: string): Field
  button(name: string): Button
  link(name: string): { href: string; isHidden: boolean }
  /** Text of the element with the role `status`. */
  status(): string
  /** Items of the page's list, newest first. */
  items(): string[]
  text(): string
  close(): void
}

interface Field {
  value: string
  isFocused: boolean
  type(text: string): void
  choose(option: string): void
}
interface Button {
  isDisabled: boolean
  isHidden: boolean
  press(): void
}

/** Loads a page over HTTP and runs its script against this origin; resolves when the script is done. */
export async function openPage(origin: string, path: string): Promise<Page> {
  const window = new Window({ url: origin + path })
  const { document } = window
  const answer = await fetch(origin + path)
  document.write(await answer.text())
  const address = document.querySelector('script')?.getAttribute('src')
  const script = await (await fetch(origin + address)).text()
  const closing = new AbortController()
  const context = createContext({
    document,
    location: window.location,
    FormData: window.FormData,
    URL,
    URLSearchParams,
    // No polling: the test reopens the page.
    setInterval: () => 0,
    fetch: (to: string, options?: RequestInit) => fetch(new URL(to, origin), { signal: closing.signal, ...options }),
    EventSource: eventSourceAt(origin, closing.signal),
  })
  await runInContext(`(async () => {${script}\n})()`, context)

  const { textOf, all, named, control } = openFinders(document)
  const event = (name: string) => new window.Event(name, { bubbles: true, cancelable: true })
  return {
    heading: () => textOf(named('h1', textOf(all('h1')[0] ?? { textContent: '' }))),
    field: (label) => ({
      get value() {
        return control(label).value
      },
      get isFocused() {
        return document.activeElement === control(label)
      },
      type(text) {
        control(label).value = text
        control(label).dispatchEvent(event('input'))
      },
      choose(option) {
        control(label).value = option
        control(label).dispatchEvent(event('change'))
      },
    }),
    button: (name) => ({
      get isDisabled() {
        return (named('button', name) as HTMLButtonElement).disabled
      },
      get isHidden() {
        return named('button', name).hidden
      },
      press() {
        const button = named('button', name)
        const form = button.closest('form')
        if (form) form.dispatchEvent(event('submit'))
        else button.click()
      },
    }),
    link: (name) => {
      const link = named('a', name) as HTMLAnchorElement
      return { href: link.href, isHidden: link.hidden }
    },
    status: () => textOf(all('[role=status]').at(-1) ?? { textContent: '' }),
    items: () => all('ol > li').map(textOf),
    text: () => textOf(document.body),
    close() {
      closing.abort()
      window.close()
    },
  }
}

/** Minimal `EventSource`, which Node lacks. */
const eventSourceAt = (origin: string, signal: AbortSignal) =>
  class {
    readonly path: string
    constructor(path: string) {
      this.path = path
    }
    addEventListener(_type: 'message', listener: (event: { data: string }) => void) {
      void this.read(listener).catch(() => undefined)
    }
    private async read(listener: (event: { data: string }) => void) {
      const { body } = await fetch(origin + this.path, { signal })
      const decoder = new TextDecoder()
      let text = ''
      for await (const part of body as unknown as AsyncIterable<Uint8Array>) {
        text += decoder.decode(part, { stream: true })
        const blocks = text.split('\n\n')
        text = blocks.pop() ?? ''
        for (const block of blocks) if (block.startsWith('data: ')) listener({ data: block.slice(6) })
      }
    }
  }

/** Finds elements by visible text. */
function openFinders(document: Document) {
  const textOf = (element: { textContent: string }) => element.textContent.replace(/\s+/g, ' ').trim()
  const all = (selector: string) => [...document.querySelectorAll(selector)]
  const named = (selector: string, name: string) => {
    const found = all(selector).find((element) => textOf(element) === name)
    if (!found) throw new Error(`there is no ${selector} '${name}' among ${all(selector).map(textOf).join(', ')}`)
    return found as HTMLElement
  }
  const control = (label: string) => {
    const owner = all('label').find((one) => textOf(one).startsWith(label))
    const found = owner?.getAttribute('for')
      ? document.getElementById(owner.getAttribute('for') ?? '')
      : (owner?.querySelector('input, select') ?? document.querySelector(`[aria-label="${label}"]`))
    if (!found) throw new Error(`there is no field '${label}'`)
    return found as HTMLInputElement
  }
  return { textOf, all, named, control }
}
