import { paths } from '#contract/core/paths.ts'
import { returnPathKey } from './kept-return-path.ts'

/** Returns and forgets the stored page, by default the events. For attendees. */
export function takeReturnPath(): string {
  return taken(paths.home(), paths.poll()) ?? paths.upcomingEvents()
}

/** Returns and forgets the page where an administrator's session ended, by default their start page. */
export function takeAdminReturnPath(): string {
  return taken(paths.adminHome(), paths.checkIn()) ?? paths.adminHome()
}

function taken(...areas: string[]) {
  const path = safeReturnPath(localStorage.getItem(returnPathKey))
  localStorage.removeItem(returnPathKey)
  return areas.some((area) => `${path}/`.startsWith(`${area}/`)) ? path : undefined
}

/** Returns a path to a page of the portal; undefined for anything that could lead out of it. */
export function safeReturnPath(path: string | null): string | undefined {
  // The base shows whether the path would leave it.
  const base = 'https://portal.invalid'
  if (!path?.startsWith('/') || /[\s\p{Cc}\\]/u.test(path)) return undefined
  const url = URL.parse(path, base)
  if (url?.origin !== base) return undefined
  const found = url.pathname + url.search + url.hash
  // '/.//host' is a page here, but its normal form '//host' is another site. The normal form must give the
  // same address.
  return URL.parse(found, base)?.href === url.href ? found : undefined
}
