import { paths } from '#contract/paths.ts'

const key = 'returnPath'

/** Remembers the page somebody wanted before they signed in, also for the tab that the mailed link opens. */
export function keepReturnPath(path: string): void {
  localStorage.setItem(key, path)
}

/** That page, once; the events where there is none or it would lead out of the portal. */
export function takeReturnPath(): string {
  const path = safeReturnPath(localStorage.getItem(key))
  localStorage.removeItem(key)
  return path?.startsWith(`${paths.home()}/`) ? path : paths.upcomingEvents()
}

/** The path where it leads to a page of the portal; undefined for anything that could lead out of it. */
export function safeReturnPath(path: string | null): string | undefined {
  // The base is only there to see whether the browser would leave it.
  const base = 'https://portal.invalid'
  if (!path?.startsWith('/') || /[\s\p{Cc}\\]/u.test(path)) return undefined
  const url = URL.parse(path, base)
  if (url?.origin !== base) return undefined
  const found = url.pathname + url.search + url.hash
  // '/.//host' is a page here, but written out it is '//host': read again, it has to be the same.
  return URL.parse(found, base)?.href === url.href ? found : undefined
}
