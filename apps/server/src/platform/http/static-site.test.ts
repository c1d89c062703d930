import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { secureHeaders } from './security.ts'
import { serveSinglePage } from './static-site.ts'

let server: FastifyInstance
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'dhow-site-'))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>One page</title>')
  writeFileSync(join(folder, 'assets', 'main-1a2b.js'), 'export {}')
  writeFileSync(join(folder, 'boat.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  writeFileSync(join(folder, 'boot.js'), '')
  mkdirSync(join(folder, '.vite'))
  writeFileSync(join(folder, '.vite', 'manifest.json'), '{}')
  server = fastify()
  await secureHeaders(server, { styleHashes: [], frames: () => [], secure: false, isolated: true })
  server.get('/health', () => ({ status: 'success' }))
  await serveSinglePage(server, folder)
  await server.ready()
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

it.each(['/', '/deposits', '/players/ply_1?tab=money'])('%s serves the page without caching', async (url) => {
  const answer = await server.inject({ url })
  expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-store'])
  expect(answer.body).toContain('One page')
})

it('an address of the page and the API answers each by its Accept header', async () => {
  const visit = await server.inject({
    url: '/health',
    headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' },
  })
  expect([visit.headers['content-type'], visit.body.includes('One page')]).toEqual(['text/html; charset=utf-8', true])
  expect(String(visit.headers['content-security-policy'])).toContain("script-src 'self'")
  expect((await server.inject({ url: '/health', headers: { accept: '*/*' } })).json()).toEqual({ status: 'success' })
})

it.each([
  ['a hashed file is kept for ever', '/assets/main-1a2b.js', 'public, max-age=31536000, immutable'],
  ['a picture for a day', '/boat.svg', 'public, max-age=86400, stale-while-revalidate=604800'],
  ['any other file is asked for again', '/boot.js', 'public, max-age=0, must-revalidate'],
])('%s, and carries nothing that only a page needs', async (_name, url, kept) => {
  const { statusCode, headers } = await server.inject({ url })
  expect([statusCode, headers['cache-control']]).toEqual([200, kept])
  expect([headers['content-security-policy'], headers['x-content-type-options']]).toEqual([undefined, 'nosniff'])
})

it.each(['/.vite/manifest.json', '/assets/main-old.js', '/api/v1/dhow/no-such-call', '/index.html/../../secrets.json'])(
  '%s is not found instead of being the page',
  async (url) => expect((await server.inject({ url })).statusCode).toBe(404),
)

it('the page loads scripts and styles only from its own origin', async () => {
  const policy = String((await server.inject({ url: '/' })).headers['content-security-policy'])
  const rules = policy.split(';').map((rule) => rule.trim())
  expect(rules).toEqual(
    expect.arrayContaining([
      "default-src 'self'",
      "script-src 'self'",
      "style-src 'self'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
    ]),
  )
  expect(policy).not.toContain('unsafe')
})

it('a folder without a build serves nothing', async () => {
  const bare = fastify()
  await serveSinglePage(bare, join(folder, 'nowhere'))
  expect((await bare.inject({ url: '/' })).statusCode).toBe(404)
})
