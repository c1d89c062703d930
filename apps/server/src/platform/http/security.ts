import { startTimeoutMs } from '@dhow/platform/listen'
import helmet from '@fastify/helmet'
import fastify, { type FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** `calls`: the answers are read by the portal’s own calls and are no pages. */
    readBy?: 'calls'
  }
}

/**
 * Sets the security headers of every answer. Scripts come from our own files only and text never becomes markup
 * (Trusted Types), because the player's token lives in local storage.
 * @param styleHashes hashes of the critical style inside the first page
 * @param frames origins that may be framed (the games'); the same array until it changes
 */
export async function secureHeaders(server: FastifyInstance, parts: HeaderParts) {
  const headers = await headersOf(parts)
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
   * Whether to ask the browser to isolate the pages in their own process (COOP, origin-keyed agents), so that an opener
   * has no handle to them. The browser learns it from the answer and starts the process then: a tenth of a slow phone's
   * first paint.
   */
  isolated: boolean
}

/** Placeholder for the games' origins. */
const nobody = 'https://nobody.invalid'

/** Headers of data answers, which disarm them if opened as a page. */
const headersOfCalls = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
}

/** Device features that none of our pages or games needs. Games may still use full screen and sound. */
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

/** The headers are the same for every answer of a listener, and for every listener of its kind. */
const built = new Map<string, Promise<Record<string, string>>>()
function headersOf({ styleHashes, secure, isolated }: HeaderParts): Promise<Record<string, string>> {
  const key = JSON.stringify([styleHashes, secure, isolated])
  const known = built.get(key) ?? buildHeaders({ styleHashes, secure, isolated })
  built.set(key, known)
  return known
}

/** Lets helmet build them, by one request to a temporary server. */
async function buildHeaders({
  styleHashes,
  secure,
  isolated,
}: Pick<HeaderParts, 'styleHashes' | 'secure' | 'isolated'>): Promise<Record<string, string>> {
  const server = fastify({ pluginTimeout: startTimeoutMs })
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
    crossOriginOpenerPolicy: isolated,
    originAgentCluster: isolated,
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
  const ownHeaders = ['content-length', 'date', 'connection', 'keep-alive']
  return Object.fromEntries(
    Object.entries(answer.headers)
      .filter(([name]) => !ownHeaders.includes(name))
      .map(([name, value]) => [name, String(value)]),
  )
}
