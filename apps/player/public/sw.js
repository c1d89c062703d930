// Serves the portal without a network: its files, the pages seen, and the player's last answers, marked with their time. Never answers calls that
// move money.
const files = 'dhow-files-1'
const pages = 'dhow-pages-1'
/** One cache a session, so that players never see each other's data. */
const reads = 'dhow-reads-2-'
const readsOfNobody = `${reads}nobody`
const answerWithinMs = 8_000
const api = '/api/v1/dhow'
/** Reads that the contract marks `offline`: their answers may be shown offline, with their time. An answer with no-store is never kept. */
const kept =
  /^\/api\/v1\/dhow\/(player\/(verify-token|profile|deposit-history|withdraw-history|game-history|deposit-(namibia|india)\/[\w-]+\/history|favourites|recent-games)|games|lobby|providers|winners|content\/pages)(\/[\w-]+)?$/

addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => {
  const isWanted = (name) => [files, pages].includes(name) || name.startsWith(reads)
  event.waitUntil(
    caches
      .keys()
      .then((names) =>
        Promise.all(
          names.filter((name) => name.startsWith('dhow-') && !isWanted(name)).map((name) => caches.delete(name)),
        ),
      )
      .then(() => clients.claim()),
  )
})

addEventListener('message', (event) => {
  // Signing out removes the player's data from the phone.
  if (event.data === 'forget') event.waitUntil(Promise.all([dropReadsBut(), caches.delete(pages)]))
  // Fetch again the files loaded before this worker ran, from the browser's cache where possible.
  if (Array.isArray(event.data?.keep)) event.waitUntil(keepFiles(event.data.keep))
})

addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== location.origin) return
  if (
    url.pathname.startsWith('/assets/') ||
    /^\/(tiles\/(?!drawn)|avatars\/)/.test(url.pathname) ||
    url.pathname === '/boot.js'
  )
    event.respondWith(fromFiles(request))
  else if (kept.test(url.pathname)) event.respondWith(fromNetworkElse(request))
  else if (request.mode === 'navigate') event.respondWith(page(request))
})

// Push notification of the portal's server. Its path can only open a page of this portal.
addEventListener('push', (event) => {
  const { title, body, tag, lang, path } = event.data?.json() ?? {}
  if (typeof title !== 'string') return
  event.waitUntil(registration.showNotification(title, { body, tag, lang, data: { path } }))
})

addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(event.notification.data?.path))
})

async function open(path) {
  const url = new URL(typeof path === 'string' ? path : '/messages', location.origin)
  const address = url.origin === location.origin ? url.href : `${location.origin}/messages`
  const [page] = await clients.matchAll({ type: 'window' })
  if (!page) return clients.openWindow(address)
  // A page that this worker does not control yet cannot be navigated.
  await page.navigate(address).catch(() => clients.openWindow(address))
  return page.focus()
}

async function fromFiles(request) {
  const cache = await caches.open(files)
  const found = await cache.match(request, { ignoreVary: true })
  // A hashed file never changes; others are shown from the cache and revalidated.
  if (found && request.url.includes('/assets/')) return found
  const fetched = fetch(request).then((response) => {
    if (mayKeep(response)) void cache.put(request, response.clone())
    return response
  })
  if (!found) return fetched
  fetched.catch(() => undefined)
  return found
}

async function page(request) {
  const cache = await caches.open(pages)
  try {
    const response = await within(fetch(request))
    if (mayKeep(response) && !response.redirected) void cache.put(request, response.clone())
    return response
  } catch (error) {
    const found =
      (await cache.match(request, { ignoreVary: true, ignoreSearch: true })) ??
      (await cache.match('/', { ignoreVary: true }))
    if (found) return found
    throw error
  }
}

async function fromNetworkElse(request) {
  const name = await openReads(request.headers.get('authorization'))
  const cache = await caches.open(name)
  try {
    const response = await within(fetch(request))
    if (mayKeep(response)) void cache.put(request, response.clone())
    else if (response.status === 401) void caches.delete(name)
    return response
  } catch (error) {
    const found = await cache.match(request, { ignoreVary: true })
    if (!found) throw error
    const headers = new Headers(found.headers)
    headers.set('x-dhow-kept', found.headers.get('date') ?? '')
    return new Response(found.body, { status: found.status, headers })
  }
}

const mayKeep = (response) => response.ok && !/no-store/.test(response.headers.get('cache-control') ?? '')

/** Opens this session's cache, named by the hash of its token; deletes those of other sessions. */
async function openReads(authorization) {
  if (authorization === null) return readsOfNobody
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(authorization))
  const name = reads + [...new Uint8Array(hash, 0, 16)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  await dropReadsBut(name, readsOfNobody)
  return name
}

async function dropReadsBut(...names) {
  const others = (await caches.keys()).filter((name) => name.startsWith(reads) && !names.includes(name))
  await Promise.all(others.map((name) => caches.delete(name)))
}

async function keepFiles(addresses) {
  const cache = await caches.open(files)
  const own = addresses.filter((address) => address.startsWith(`${location.origin}/`) && !address.includes(api))
  await Promise.allSettled(own.map(async (address) => (await cache.match(address)) ?? cache.add(address)))
  const first = await caches.open(pages)
  if (!(await first.match('/'))) await first.add('/')
}

function within(answer) {
  return Promise.race([
    answer,
    new Promise((_resolve, reject) => setTimeout(() => reject(new Error('too slow')), answerWithinMs)),
  ])
}
