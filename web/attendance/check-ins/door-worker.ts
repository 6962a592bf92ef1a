import { checkInWorkerPath, paths } from '#contract/core/paths.ts'

/**
 * Starts the service worker that opens this page offline. Names to it every file that the page loads. Returns
 * a function that stops this. Without a worker, the page works as long as it stays open.
 */
export function keepPage(): () => void {
  // Vite's own server has no builds.
  if (!navigator.serviceWorker || !import.meta.env.PROD) return () => undefined
  const build = import.meta.env.BASE_URL
  const worker = start().catch(() => null)
  const observer = new PerformanceObserver(async (list) => {
    const loaded = list.getEntries().map(({ name }) => new URL(name).pathname)
    const files = loaded.filter((path) => path.startsWith(build))
    if (files.length > 0) (await worker)?.postMessage({ build, files })
  })
  observer.observe({ type: 'resource', buffered: true })
  return () => observer.disconnect()
}

// A browser delivers a message to a worker that is still installing once it runs.
async function start(): Promise<ServiceWorker | null> {
  const { active, waiting, installing } = await navigator.serviceWorker.register(checkInWorkerPath, {
    scope: paths.checkIn(),
  })
  return installing ?? waiting ?? active
}
