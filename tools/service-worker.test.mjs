// Runs the portal's service worker with fake caches and a fake network.
import { readFileSync } from 'node:fs'
import { createContext, runInContext } from 'node:vm'
import { expect, it } from 'vitest'
import { operations } from '../packages/contract/src/operations.ts'

const text = readFileSync(new URL('../apps/player/public/sw.js', import.meta.url), 'utf8')
const origin = 'https://portal.example'

function openWorker() {
  const stores = new Map()
  const storeOf = (name) => {
    if (!stores.has(name)) stores.set(name, new Map())
    const kept = stores.get(name)
    return {
      match: async (request) => kept.get(request.url)?.clone(),
      put: async (request, response) => void kept.set(request.url, response),
      keys: async () => [...kept.keys()],
    }
  }
  const listeners = {}
  let network = () => Promise.reject(new TypeError('offline'))
  const context = createContext({
    caches: {
      open: async (name) => storeOf(name),
      keys: async () => [...stores.keys()],
      delete: async (name) => stores.delete(name),
    },
    addEventListener: (type, listen) => (listeners[type] = listen),
    fetch: (request) => network(request),
    location: new URL(origin),
    ...{ crypto, TextEncoder, URL, Headers, Response, Promise, setTimeout, Uint8Array },
  })
  runInContext(text, context)
  return {
    stores,
    online: (answer) => (network = async (request) => answer(request)),
    offline: () => (network = () => Promise.reject(new TypeError('offline'))),
    async read(path, token) {
      const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
      const request = new Request(origin + path, { headers })
      const response = await new Promise((respondWith) => listeners.fetch({ request, respondWith }))
      await new Promise((resolve) => setImmediate(resolve))
      return response
    },
    async post(data) {
      await new Promise((waitUntil) => listeners.message({ data, waitUntil }))
    },
  }
}
const profile = '/api/v1/dhow/player/profile'
const cacheableReply = { headers: { 'cache-control': 'private, no-cache' } }

it('a player’s cached reads are shown to that player only', async () => {
  const worker = openWorker()
  worker.online((request) => new Response(request.headers.get('authorization'), cacheableReply))
  await worker.read(profile, 'of-ester')
  worker.offline()
  expect(await (await worker.read(profile, 'of-ester')).text()).toBe('Bearer of-ester')
  await expect(worker.read(profile, 'of-petrus')).rejects.toThrow('offline')
  await expect(worker.read(profile)).rejects.toThrow('offline')
  // Nor after the other player has used it.
  await expect(worker.read(profile, 'of-ester')).rejects.toThrow('offline')
})

it('an answer with no-store is never cached', async () => {
  const worker = openWorker()
  worker.online(() => new Response('secret', { headers: { 'cache-control': 'no-store' } }))
  await worker.read(profile, 'of-ester')
  worker.offline()
  await expect(worker.read(profile, 'of-ester')).rejects.toThrow('offline')
})

it('a sign-out and an ended session delete the cached reads', async () => {
  const worker = openWorker()
  worker.online(() => new Response('mine', cacheableReply))
  const readsKept = () => [...worker.stores].filter(([name, kept]) => name.startsWith('dhow-reads') && kept.size > 0)
  await worker.read(profile, 'of-ester')
  expect(readsKept()).toHaveLength(1)
  await worker.post('forget')
  expect(readsKept()).toEqual([])
  await worker.read(profile, 'of-ester')
  worker.online(() => new Response('', { status: 401 }))
  await worker.read(profile, 'of-ester')
  expect(readsKept()).toEqual([])
})

it('caches exactly the reads that the contract marks as offline', () => {
  const kept = new RegExp(/const kept =\s+\/(.+)\/\n/.exec(text)[1])
  const reads = Object.values(operations)
    .flat()
    .filter(({ method }) => method === 'GET')
  const isKept = ({ path }) => kept.test(`/api/v1/dhow${path.replace(/:\w+/g, 'one')}`)
  expect(reads.filter(isKept).map(({ name }) => name)).toEqual(
    reads.filter(({ offline }) => offline).map(({ name }) => name),
  )
})
