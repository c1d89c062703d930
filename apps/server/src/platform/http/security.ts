import { startWithinMs } from '@dhow/platform/listen'
import helmet from '@fastify/helmet'
import fastify, { type FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Reader of the answers that are not pages: the portal’s own calls. */
    readBy?: 'calls'
  }
}

/**
 * The headers of every answer of a listener. Scripts come from our own files only and text never becomes markup
 * (Trusted Types): the player's token lives in local storage, and this is what keeps it there.
 * @param styleHashes hashes of the critical style that stands inside the first page
 * @param frames origins whose pages may be framed (the games'), the same list as long as it has not changed
 */
export async function secureHeaders(server: FastifyInstance, parts: HeaderParts) {
  const headers = await madeOnce(parts)
  const policy = headers['content-security-policy'] ?? ''
  let framed: { frames: string[]; headers: Record<string, string> } | undefined
  server.addHook('onRequest', (request, reply, done) => {
    const frames = parts.frames()
    if (framed?.frames !== frames) {
      const sources = frames.length > 0 ? frames.join(' ') : "'none'"
      framed = { frames, headers: { ...headers, 'content-security-policy': policy.replace(nobody, sources) } }
    }
    const { readBy } = request.routeOptions.config
    reply.headers(readBy === 'calls' ? headersOfCalls : framed.headers)
    done()
  })
}

interface HeaderParts {
  styleHashes: string[]
  frames(): string[]
  secure: boolean
  /**
   * Whether the browser is asked to keep the pages in a process of their own, where a window that opened them has no hold on them. It learns so
   * with the answer only, and starts the process then: a tenth of a slow phone's first paint.
   */
  apart: boolean
}

/** Placeholder of the games' origins. */
const nobody = 'https://nobody.invalid'

/** Headers of data answers: opened as a page, they can do nothing. */
const headersOfCalls = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
}

/** Device features that no page of ours and no game needs. Games may still fill the screen and play sounds. */
const noDevices = [
  'accelerometer',
  'browsing-topics',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'serial',
  'usb',
]
  .map((feature) => `${feature}=()`)
  .join(', ')

/** The headers are the same for every answer, so helmet makes them once, for a server that answers one request and is gone. */
async function madeOnce({ styleHashes, secure, apart }: HeaderParts): Promise<Record<string, string>> {
  const server = fastify({ pluginTimeout: startWithinMs })
  await server.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        'script-src': ["'self'"],
        'style-src': ["'self'", ...styleHashes],
        'img-src': ["'self'", 'data:', 'blob:'],
        'connect-src': ["'self'"],
        'frame-src': [nobody],
        'object-src': ["'none'"],
        'base-uri': ["'none'"],
        'form-action': ["'self'"],
        'frame-ancestors': ["'none'"],
        'manifest-src': ["'self'"],
        'worker-src': ["'self'"],
        'require-trusted-types-for': ["'script'"],
        'trusted-types': ['dhow', 'react', "'allow-duplicates'"],
        ...(secure ? { 'upgrade-insecure-requests': [] } : {}),
      },
    },
    strictTransportSecurity: secure ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'same-origin' },
    crossOriginEmbedderPolicy: false,
    crossOriginOpenerPolicy: apart,
    originAgentCluster: apart,
    crossOriginResourcePolicy: { policy: 'same-origin' },
    xPoweredBy: false,
  })
  server.addHook('onRequest', (_request, reply, done) => {
    reply.header('permissions-policy', noDevices)
    done()
  })
  server.get('/', (_request, reply) => reply.send())
  const answer = await server.inject('/')
  await server.close()
  const ownOfTheAnswer = ['content-length', 'date', 'connection', 'keep-alive']
  return Object.fromEntries(
    Object.entries(answer.headers)
      .filter(([name]) => !ownOfTheAnswer.includes(name))
      .map(([name, value]) => [name, String(value)]),
  )
}
