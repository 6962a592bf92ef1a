import { paths, safeReturnPath } from '#web/paths.ts'

const key = 'returnPath'

/** Remembers the page somebody wanted before they signed in, also for the tab that the mailed link opens. */
export function keepReturnPath(path: string): void {
  localStorage.setItem(key, path)
}

/** That page, once; the events where there is none or it would lead out of the portal. */
export function takeReturnPath(): string {
  const path = safeReturnPath(localStorage.getItem(key))
  localStorage.removeItem(key)
  return path?.startsWith(`${paths.home}/`) ? path : paths.upcomingEvents
}
