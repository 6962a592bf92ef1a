import type { AnyRoute, RouteComponent } from '@tanstack/react-router'
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { fetchCode } from './code.ts'
import { ErrorLayout } from './ui/error-screen.tsx'

/** Looks at who comes, and from where, before a page is shown; throws a redirect to send them elsewhere. */
type Guard = (visit: {
  location: { href: string; pathname: string; hash: string; searchStr: string }
}) => void

/** Code that arrives when it is first shown. */
type Load = () => Promise<{ default: RouteComponent }>

/** A layout or a page whose code is fetched when it is first shown. */
export function fetched(load: Load): RouteComponent {
  return lazyRouteComponent(() => fetchCode(load))
}

/** Pages that share a layout or a guard. Their routes' ids begin with `id`, their addresses do not. */
export function area<Parent extends AnyRoute, const Id extends string>(
  parent: Parent,
  id: Id,
  { layout, guard }: { layout?: RouteComponent | undefined; guard?: Guard },
) {
  return createRoute({
    getParentRoute: () => parent,
    id,
    ...(layout && { component: layout, errorComponent: ErrorLayout }),
    beforeLoad: (visit) => guard?.(visit),
  })
}

interface PageOptions<Search> {
  guard?: Guard
  /** Reads the address' search parameters; without it, the page has none. */
  search?: (params: Record<string, unknown>) => Search
}

/** One page at its address. */
export function page<Parent extends AnyRoute, const Path extends string, Search extends object = object>(
  parent: Parent,
  path: Path,
  load: Load,
  { guard, search = (params) => params as Search }: PageOptions<Search> = {},
) {
  return createRoute({
    getParentRoute: () => parent,
    path,
    component: fetched(load),
    beforeLoad: (visit) => guard?.(visit),
    validateSearch: search,
  })
}

/** An address, or with `/$` all of them below one, that leads elsewhere. */
export function forward<Parent extends AnyRoute, const Path extends string>(
  parent: Parent,
  path: Path,
  to: string,
) {
  return createRoute({
    getParentRoute: () => parent,
    path,
    beforeLoad: () => {
      throw redirect({ to, replace: true })
    },
  })
}
