import type { SteadyClock } from '@dhow/platform/clock'
import type { WebSocket } from 'ws'

const stepMs = 1_000
/** All pages are asked once in so many steps: asked at once, ten thousand questions and their answers would hold up a game's events. */
const steps = 30

/** A page's socket, and whether it has answered since it was asked last. */
export interface Pinged {
  ws: WebSocket
  isAlive: boolean
}

/** Asks every page whether it is there, and closes those that have not answered since they were asked before. */
export function openPings(clock: SteadyClock, pages: () => Iterable<Pinged>) {
  let cancel = (): void => undefined
  let step = 0
  let waiting: Pinged[] = []

  function ask(page: Pinged): void {
    if (!page.isAlive) page.ws.terminate()
    else if (page.ws.readyState === page.ws.OPEN) {
      page.isAlive = false
      page.ws.ping()
    }
  }

  function askSome(): void {
    cancel = clock.after(stepMs, () => {
      if (step === 0) waiting = [...pages()]
      const count = Math.ceil(waiting.length / (steps - step))
      step = (step + 1) % steps
      for (const page of waiting.splice(0, count)) ask(page)
      askSome()
    })
  }
  askSome()

  return { stop: () => cancel() }
}
