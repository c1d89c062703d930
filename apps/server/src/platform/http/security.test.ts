import { afterAll, beforeAll, expect, it } from 'vitest'
import { openWorld, type World } from '../../../test/world.ts'

/** All security headers of each listener. */
let world: World
beforeAll(async () => {
  world = await openWorld({
    PORTAL_ORIGIN: 'https://portal.example',
    CONSOLE_ORIGIN: 'https://console.example',
    STUDIO_ORIGIN: 'https://studio.example',
  })
})
afterAll(() => world.close())

const policyFraming = (frames: string) =>
  [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    `frame-src ${frames}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "require-trusted-types-for 'script'",
    "trusted-types dhow react 'allow-duplicates'",
    'upgrade-insecure-requests',
  ].join(';')
const ofEveryPage = {
  'permissions-policy':
    'accelerometer=(), browsing-topics=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), hid=(), magnetometer=(), microphone=(), midi=(), payment=(), serial=(), usb=()',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'same-origin',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'SAMEORIGIN',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
}

it.each([
  [
    'a page of the portal frames the games, and is painted by the process that asked for it',
    'portal',
    '/',
    { ...ofEveryPage, 'content-security-policy': policyFraming('https://studio.example') },
  ],
  [
    'a page of the console frames nothing, and is out of the hands of a window that opened it',
    'console',
    '/',
    {
      ...ofEveryPage,
      'content-security-policy': policyFraming("'none'"),
      'cross-origin-opener-policy': 'same-origin',
      'origin-agent-cluster': '?1',
    },
  ],
  [
    'an answer to the portal’s own program can do nothing as a page',
    'portal',
    '/api/v1/dhow/portal-info',
    {
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    },
  ],
] as const)('%s', async (_name, listener, url, expected) => {
  const { headers } = await world.app[listener].fastify.inject({ url })
  const aboutBehaviour = Object.entries(headers).filter(([name]) => !headersPerResponse.has(name))
  expect(Object.fromEntries(aboutBehaviour)).toEqual(expected)
})

const headersPerResponse = new Set([
  'content-length',
  'content-type',
  'cache-control',
  'date',
  'connection',
  'x-ratelimit-limit',
])
