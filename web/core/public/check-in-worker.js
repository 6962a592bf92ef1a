// The service worker of /check-in: it serves that page without a network. The page names its build and each file that it has
// loaded. Calls of the API pass by.
const page = '/check-in'
const patienceMs = 4000
/** The work on the stored files, one message after the other. */
let storing = Promise.resolve()

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('message', (event) => {
  storing = storing.then(() => store(event.data)).catch(() => undefined)
  event.waitUntil(storing)
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (request.mode === 'navigate') event.respondWith(newest(request))
  else if (pathname.startsWith('/assets/'))
    event.respondWith(stored(request).then((found) => found ?? fetch(request)))
})

/** Returns the page of the portal, or the stored one if there is no answer in time. */
async function newest(request) {
  const answer = await fetch(request, { signal: AbortSignal.timeout(patienceMs) }).catch(() => undefined)
  return answer?.ok ? answer : ((await stored(page)) ?? answer ?? Response.error())
}

function stored(request) {
  return caches.match(request, { ignoreVary: true })
}

/**
 * Stores the files of a build, then its page. Only then the files of other builds are deleted, so the stored page always has all
 * of its files, even if an upgrade or the network interrupts this.
 */
async function store({ build, files }) {
  const cache = await caches.open(build)
  for (const file of files) if (!(await cache.match(file, { ignoreVary: true }))) await cache.add(file)
  if (await cache.match(page)) return
  const answer = await fetch(page)
  const html = await answer.clone().text()
  if (!answer.ok || !html.includes(build)) return
  await cache.put(page, answer)
  for (const other of await caches.keys()) if (other !== build) await caches.delete(other)
}
