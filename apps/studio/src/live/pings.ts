import type { SteadyClock } from '@dhow/platform/clock'
import type { WebSocket } from 'ws'

const stepMs = 1_000
/** All pages are pinged within this many steps, since pinging ten thousand at once would delay a game's events. */
const steps = 30

/** A page's socket, and whether it has answered the last ping. */
export interface PingedSocket {
  ws: WebSocket
  isAlive: boolean
}

/** Pings every page, and closes those that have not answered the ping before. */
export function openPings(clock: SteadyClock, pages: () => Iterable<PingedSocket>) {
  let cancel = (): void => undefined
  let step = 0
  let waiting: PingedSocket[] = []

  function ask(page: PingedSocket): void {
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
