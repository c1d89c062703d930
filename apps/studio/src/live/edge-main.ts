import { Socket } from 'node:net'
import type { SteadyClock } from '@dhow/platform/clock'
import type { Log } from '@dhow/platform/log'
import { edgeLimits, openEdge } from './edge.ts'
import type { Upgrade } from './edge-messages.ts'
import { channelFd, openChannel, type FromEdgeProcess, type ToEdgeProcess } from './edge-process.ts'

const aliveMs = 1_000
/** Time limit for pages to confirm the close. */
const closeWithinMs = 500

/** Runs an edge process, started by the studio; ends on its command, or with it. */
export function runEdge(clock: SteadyClock, log: Log): void {
  let isStopping = false
  /** Pages whose sockets have arrived but are not closed in the studio yet. */
  const arrived = new Map<number, { upgrade: Upgrade; socket: Socket }>()
  const channel = openChannel<FromEdgeProcess, ToEdgeProcess>(new Socket({ fd: channelFd }), (message) => {
    if (message.t === 'open') return open(message.page)
    edge.receive(message)
    if (message.t === 'stop') stop()
  })
  const edge = openEdge({ clock, log, limits: edgeLimits, emit: channel.post })

  process.on('message', (upgrade: Upgrade, socket: Socket | undefined) => {
    // The page may be closed before its socket arrives.
    if (!socket || isStopping) {
      socket?.destroy()
      channel.post({ t: 'closed', page: upgrade.page })
      return
    }
    arrived.set(upgrade.page, { upgrade, socket })
    channel.post({ t: 'arrived', page: upgrade.page })
  })
  process.on('disconnect', () => process.exit(0))
  // Ignore Ctrl-C, which reaches all processes of the terminal: the studio ends its edges in order.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)

  function open(page: number): void {
    const one = arrived.get(page)
    arrived.delete(page)
    if (one) edge.accept(one.upgrade, one.socket)
  }
  function stop(): void {
    isStopping = true
    clock.after(closeWithinMs, () => process.exit(0))
    const endWhenEmpty = (): void => {
      if (edge.count() === 0) process.exit(0)
      clock.after(10, endWhenEmpty)
    }
    endWhenEmpty()
  }
  function sendAlive(): void {
    channel.post({ t: 'alive' })
    clock.after(aliveMs, sendAlive)
  }
  sendAlive()
}
