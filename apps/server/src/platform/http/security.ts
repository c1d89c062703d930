import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

/**
 * The headers of every answer of a listener. Scripts come from our own files only and text never becomes markup
 * (Trusted Types): the player's token lives in local storage, and this is what keeps it there.
 * @param styleHashes hashes of the critical style that stands inside the first page
 * @param frames origins whose pages may be framed (the games')
 */
export async function secureHeaders(
  server: FastifyInstance,
  { styleHashes, frames, secure }: { styleHashes: string[]; frames: string[]; secure: boolean },
) {
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
}
