import type { SteadyClock } from '@dhow/platform/clock'
import type { Log } from '@dhow/platform/log'
import { byeText } from './edge-messages.ts'
import { edgeLimits, openEdge } from './edge.ts'
import type { EdgeEvents, EdgePort } from './edge-process.ts'

/** An edge in the studio's own process, for small machines: needs less memory, but writing to many pages delays the game. */
export function openLocalEdge(clock: SteadyClock, log: Log, events: EdgeEvents): EdgePort {
  const edge = openEdge({ clock, log, limits: edgeLimits, emit: (message) => events.received(port, message) })
  const port: EdgePort = {
    isUp: () => true,
    open: edge.accept,
    post: edge.receive,
    stop() {
      edge.receive({ t: 'stop', text: byeText('stopping') })
      edge.close()
      return Promise.resolve()
    },
  }
  return port
}
