import { apiBase } from '@dhow/contract/operation'
import { operations } from '@dhow/contract/operations'
import type { Guards } from './platform/http/call.ts'
import { countryFrom } from './platform/http/country.ts'
import { openDoor, type Door } from './platform/http/door.ts'
import { serveLive } from './platform/http/live-route.ts'
import { openApi } from './platform/http/openapi.ts'
import { secureHeaders } from './platform/http/security.ts'
import type { Platform } from './platform/platform.ts'

export interface App {
  portal: Door
  console: Door
  close(): Promise<void>
}

/** The table of contents: opens each feature in level order and hangs its operations on the two listeners. */
export async function openApp(platform: Platform): Promise<App> {
  const { config, log } = platform
  const guards: Guards = {
    player: () => Promise.reject(new Error('accounts is not wired')),
    staff: () => Promise.reject(new Error('staff is not wired')),
    gate: () => Promise.resolve(),
  }
  const countryOf = countryFrom(config.countryHeader)
  const portal = await openDoor({ config, log, guards, countryOf })
  const console = await openDoor({ config, log, guards, countryOf })
  const secure = (origin: string) => origin.startsWith('https:')
  await secureHeaders(portal.fastify, {
    styleHashes: [],
    frames: [config.origins.studio],
    secure: secure(config.origins.portal),
  })
  await secureHeaders(console.fastify, { styleHashes: [], frames: [], secure: secure(config.origins.console) })

  await serveLive(portal.fastify, {
    clock: platform.clock,
    live: platform.live,
    origins: [config.origins.portal],
    redeemTicket: () => Promise.resolve(undefined),
  })
  const document = JSON.stringify(openApi(operations, 'Dhow'))
  portal.fastify.get(`${apiBase}/openapi.json`, (_request, reply) => reply.type('application/json').send(document))
  for (const door of [portal, console]) {
    door.fastify.get('/health', { config: { rateLimit: false } }, async (_request, reply) => {
      await platform.db.kysely.selectNoFrom((eb) => eb.lit(1).as('one')).execute()
      return reply.send({ status: 'success', build: platform.build, mode: config.mode })
    })
  }

  return {
    portal,
    console,
    async close() {
      await Promise.all([portal.fastify.close(), console.fastify.close()])
    },
  }
}
