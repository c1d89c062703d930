import { fork, type ChildProcess } from 'node:child_process'
import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import type { SteadyClock } from '@dhow/platform/clock'
import type { Log } from '@dhow/platform/log'
import { byeText, type FromEdge, type ToEdge, type Upgrade } from './edge-messages.ts'

/** The studio's interface to one edge. */
export interface EdgePort {
  isUp(): boolean
  /** Hands over a page's socket, which the studio does not use any more. */
  open(upgrade: Upgrade, socket: Socket): void
  post(message: ToEdge): void
  /** Closes all pages' connections and ends the edge. */
  stop(): Promise<void>
}

export interface EdgeEvents {
  received(edge: EdgePort, message: FromEdge): void
  /** The edge process ended, with all its connections. */
  lost(edge: EdgePort): void
}

/** `open`: the studio has closed its copy of the page's socket, so the edge may answer the handshake. */
export type ToEdgeProcess = ToEdge | { t: 'open'; page: number }
/** `arrived`: the page's socket is in the edge. */
export type FromEdgeProcess = FromEdge | { t: 'arrived'; page: number }

/** Argument that makes the studio's program run as an edge. */
export const edgeRole = 'edge'
/** File descriptor of the channel, after the three standard ones and Node's IPC. */
export const channelFd = 4

const checkMs = 1_000
/** Missed checks after which an edge is killed. */
const maxMissedChecks = 5
/** Unread bytes above which an edge is killed. */
const maxUnreadBytes = 64 * 1024 * 1024
/** Pauses before a restart, longer after each early exit. */
const restartAfterMs = [0, 200, 1_000]
const longestRestartMs = 3_000
const soonMs = 10_000
const stopWithinMs = 1_000

interface Running {
  child: ChildProcess
  channel: Channel<ToEdgeProcess>
  ended: Promise<void>
  /** Sockets that the edge has not confirmed, by page. */
  handedOver: Map<number, Socket>
  isUp: boolean
  missedChecks: number
  startedMs: number
}

/**
 * Runs an edge in its own process and restarts it when it ends. Sockets go through Node's IPC channel, which sends one at a time and waits for each;
 * messages have their own channel, so that events never wait behind connections. A socket stays open here until the edge has it, because Node loses
 * sockets in transit when a process ends; and the edge answers the page only once the socket is closed here, or this process might read its first
 * message.
 */
export function openEdgeProcess(clock: SteadyClock, log: Log, events: EdgeEvents): EdgePort {
  let running: Running
  let isStopping = false
  let quickEnds = 0
  let cancelCheck = (): void => undefined
  let cancelRestart = (): void => undefined

  const port: EdgePort = {
    isUp: () => running.isUp,
    open(upgrade, socket) {
      // A socket that fails in transit closes, and the edge reports that.
      socket.on('error', () => undefined)
      handOver(running, upgrade, socket, () => events.received(port, { t: 'closed', page: upgrade.page }))
    },
    post(message) {
      if (!running.isUp) return
      running.channel.post(message)
      if (running.channel.unreadBytes() > maxUnreadBytes) kill('an edge reads no messages and is started again')
    },
    async stop() {
      isStopping = true
      cancelCheck()
      cancelRestart()
      const { channel, child, ended } = running
      channel.post({ t: 'stop', text: byeText('stopping') })
      const cancelKill = clock.after(stopWithinMs, () => child.kill('SIGKILL'))
      await ended
      cancelKill()
    },
  }

  const start = (): Running => startEdge(clock, log, { received, ended: end })

  function received(edge: Running, message: FromEdgeProcess): void {
    edge.missedChecks = 0
    if (message.t === 'arrived') {
      closeOwn(edge.handedOver, message.page)
      edge.channel.post({ t: 'open', page: message.page })
    } else if (message.t !== 'alive') events.received(port, message)
    else if (!edge.isUp && !edge.child.killed) {
      log.info({ pid: edge.child.pid }, 'an edge accepts connections')
      edge.isUp = true
    }
  }

  function end(ended: Running, how: string | number | null): void {
    const { startedMs, isUp } = ended
    ended.isUp = false
    for (const page of [...ended.handedOver.keys()]) closeOwn(ended.handedOver, page)
    if (isUp) events.lost(port)
    if (isStopping) return
    log.error({ how }, 'an edge ended and is restarted; its pages reconnect')
    if (clock.nowMs() - startedMs > soonMs) quickEnds = 0
    const delayMs = restartAfterMs[quickEnds++] ?? longestRestartMs
    cancelRestart = clock.after(delayMs, () => {
      running = start()
    })
  }

  function kill(why: string): void {
    if (!running.isUp) return
    running.isUp = false
    events.lost(port)
    log.error({ pid: running.child.pid }, why)
    running.child.kill('SIGKILL')
  }

  function check(): void {
    cancelCheck = clock.after(checkMs, () => {
      if (++running.missedChecks > maxMissedChecks) kill('an edge hangs and is started again')
      check()
    })
  }

  running = start()
  check()
  return port
}

interface StartEvents {
  received(edge: Running, message: FromEdgeProcess): void
  ended(edge: Running, how: string | number | null): void
}

/** Starts an edge process: this program with the edge's argument and a channel for messages. */
function startEdge(clock: SteadyClock, log: Log, { received, ended }: StartEvents): Running {
  const [, program] = process.argv
  if (program === undefined) throw new Error('an edge runs the program of the studio, which is not named')
  const child = fork(program, [edgeRole], {
    // The studio's debugger already has the port.
    execArgv: process.execArgv.filter((option) => !option.startsWith('--inspect')),
    stdio: ['ignore', 'inherit', 'inherit', 'ipc', 'pipe'],
  })
  const stream = child.stdio[channelFd]
  if (!(stream instanceof Duplex)) throw new Error('an edge has no channel')
  const edge: Running = {
    child,
    channel: openChannel<ToEdgeProcess, FromEdgeProcess>(stream, (message) => received(edge, message)),
    ended: new Promise((resolve) => {
      // The channel ends last, once everything from the edge is read.
      child.once('close', (code, signal) => resolve(ended(edge, signal ?? code)))
      child.on('error', (error) => log.error({ error: String(error) }, 'an edge failed'))
    }),
    handedOver: new Map(),
    isUp: false,
    missedChecks: 0,
    startedMs: clock.nowMs(),
  }
  return edge
}

function handOver({ child, handedOver }: Running, upgrade: Upgrade, socket: Socket, failed: () => void): void {
  handedOver.set(upgrade.page, socket)
  child.send(upgrade, socket, { keepOpen: true }, (error) => {
    if (!error) return
    closeOwn(handedOver, upgrade.page)
    failed()
  })
}

function closeOwn(sockets: Map<number, Socket>, page: number): void {
  sockets.get(page)?.destroy()
  sockets.delete(page)
}

/** Messages between two processes over a stream, in order. */
interface Channel<Out> {
  post(message: Out): void
  /** Bytes not read by the other side yet. */
  unreadBytes(): number
}

/** Opens a channel of JSON messages, one a line; writes those of one step together. */
export function openChannel<Out, In>(stream: Duplex, receive: (message: In) => void): Channel<Out> {
  let lines: string[] = []
  let rest = ''
  const flush = (): void => {
    const text = lines.join('')
    lines = []
    if (stream.writable) stream.write(text)
  }
  stream.setEncoding('utf8')
  stream.on('data', (part: string) => {
    const whole = (rest + part).split('\n')
    rest = whole.pop() ?? ''
    for (const line of whole) receive(JSON.parse(line) as In)
  })
  // Ignored: both sides notice the end of the process itself.
  stream.on('error', () => undefined)
  return {
    post(message) {
      if (lines.push(`${JSON.stringify(message)}\n`) === 1) process.nextTick(flush)
    },
    unreadBytes: () => stream.writableLength,
  }
}
