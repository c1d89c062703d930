import { openApp, type App } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { openPlatform } from '../../src/open-platform.ts'
import type { Platform } from '../../src/platform/platform.ts'
import type { Wire } from '../../src/platform/wire.ts'
import type { Random } from '../../src/platform/random.ts'
import type { StepClock } from './clock.ts'
import type { ExploredDatabase } from './database.ts'
import type { Scheduler } from './scheduler.ts'
import { silent } from './silent.ts'
import type { Actor } from './steps.ts'

export interface Server {
  number: number
  app: App
  platform: Platform
  /** Crashed, or closed. */
  isGone: boolean
  /** Resolves when it crashes, for calls that wait for an answer. */
  gone: Promise<'gone'>
  /** Ends its connections to the database. */
  disconnect(): Promise<void>
  crash(): void
  close(): Promise<void>
}

interface Parts {
  scheduler: Scheduler
  clock: StepClock
  random: Random
  database: ExploredDatabase
  environment: Record<string, string>
  messages: Messages
  passwordCost: Platform['passwordCost']
}

/** Messages between the servers, each of them a step; if they are lost, none arrives. */
export interface Messages {
  areLost: boolean
  receivers: Set<{ server: Server; receive(payload: string): void }>
}

/** Paths that the flows call. Serving only these halves the time to open a server. */
const isCalled = (path: string) =>
  /^\/(gift-envelope|player\/(bonuses|deposit-namibia|payment-services|withdrawals)|staff\/(deposits|payout-batches|withdrawals))(\/|$)/.test(
    path,
  )

/**
 * Opens a server as `main.ts` does, with the explorer's clock and random source; each statement of its connections is a
 * step.
 */
export async function openServer(number: number, parts: Parts): Promise<Server> {
  const { clock, random, database } = parts
  const log = silent()
  const config = readConfig(parts.environment)
  const background: Actor = { name: `server ${number}`, server: number, isGone: false }
  const connections = await database.connect(background)
  const { db } = connections
  let part: (gone: 'gone') => void = () => undefined
  const gone = new Promise<'gone'>((resolve) => (part = resolve))
  // Completed below, before any message arrives.
  const server = { number, isGone: false, gone, disconnect: connections.end } as Server
  const platform = await openPlatform({
    config,
    db,
    clock,
    random,
    log,
    wire: openMessageWire(parts, background, server),
    passwordCost: parts.passwordCost,
    withoutJobs: true,
  })
  const app = await openApp(platform, {}, isCalled)
  await app.portal.fastify.ready()
  await app.console.fastify.ready()
  return Object.assign(server, {
    app,
    platform,
    crash() {
      server.isGone = true
      background.isGone = true
      part('gone')
    },
    async close() {
      server.isGone = true
      await app.close()
      await platform.bus.close()
      await connections.close()
    },
  })
}

/** A wire between the servers of this process, whose payloads the scheduler delivers. */
function openMessageWire({ scheduler, messages }: Parts, background: Actor, server: Server): Wire {
  let receiver: { server: Server; receive(payload: string): void } | undefined
  return {
    gatherMs: 2,
    payloadBytes: 7_000,
    async open({ receive, restored }) {
      receiver = { server, receive }
      messages.receivers.add(receiver)
      restored()
    },
    async send(payload) {
      const step = { actor: background, kind: 'message' as const, label: 'notify', writes: false, commits: false }
      await scheduler.hold(step, async () => {
        if (messages.areLost) return
        for (const one of messages.receivers) if (!one.server.isGone) one.receive(payload)
      })
    },
    async close() {
      if (receiver) messages.receivers.delete(receiver)
    },
  }
}
