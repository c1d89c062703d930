import helmet from '@fastify/helmet'
import fastify, { type FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answers programs only: what tells browsers how to treat a page is left out. */
    forPrograms?: boolean
  }
}

/**
 * The headers of every answer of a listener. Scripts come from our own files only and text never becomes markup
 * (Trusted Types): the player's token lives in local storage, and this is what keeps it there.
 * @param styleHashes hashes of the critical style that stands inside the first page
 * @param frames origins whose pages may be framed (the games')
 */
export async function secureHeaders(server: FastifyInstance, parts: HeaderParts) {
  const headers = await madeOnce(parts)
  server.addHook('onRequest', (request, reply, done) => {
    if (!request.routeOptions.config.forPrograms) reply.headers(headers)
    done()
  })
}

interface HeaderParts {
  styleHashes: string[]
  frames: string[]
  secure: boolean
}

/** The headers are the same for every answer, so helmet makes them once, for a server that answers one request and is gone. */
async function madeOnce({ styleHashes, frames, secure }: HeaderParts): Promise<Record<string, string>> {
  const server = fastify()
  await server.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        'script-src': ["'self'"],
        'style-src': ["'self'", ...styleHashes],
        'img-src': ["'self'", 'data:', 'blob:'],
        'connect-src': ["'self'"],
        'frame-src': frames.length > 0 ? frames : ["'none'"],
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
    crossOriginResourcePolicy: { policy: 'same-origin' },
    xPoweredBy: false,
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
