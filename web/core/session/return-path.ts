import { paths } from '#contract/core/paths.ts'
import { returnPathKey } from './kept-return-path.ts'

/** The page that was remembered, once; the events where there is none or it is not for attendees. */
export function takeReturnPath(): string {
  return taken(paths.home()) ?? paths.upcomingEvents()
}

/** The same for an administrator: the page where their session ended, or where they start. */
export function takeAdminReturnPath(): string {
  return taken(paths.adminHome()) ?? paths.adminHome()
}

function taken(area: string): string | undefined {
  const path = safeReturnPath(localStorage.getItem(returnPathKey))
  localStorage.removeItem(returnPathKey)
  return path?.startsWith(`${area}/`) ? path : undefined
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
