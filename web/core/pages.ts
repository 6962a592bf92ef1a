import type { AnyRoute, RouteComponent } from '@tanstack/react-router'
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import type { Access } from '#contract/core/permissions.ts'
import { fetchCode } from './code.ts'
import { ErrorLayout } from './ui/error-screen.tsx'

/** Checks who opens a page and from where. Throws a redirect to lead them elsewhere. */
type Guard = (visit: {
  location: { href: string; pathname: string; hash: string; searchStr: string }
}) => void

type Load = () => Promise<{ default: RouteComponent }>

/** Returns a layout or a page whose code is fetched when it is first shown. */
export function fetched(load: Load): RouteComponent {
  return lazyRouteComponent(() => fetchCode(load))
}

/**
 * Declares pages that share a layout or a guard. `loading` shows until the layout has loaded. `id` is not
 * part of addresses.
 */
export function area<Parent extends AnyRoute, const Id extends string>(
  parent: Parent,
  id: Id,
  { layout, loading, guard }: { layout?: RouteComponent; loading?: RouteComponent; guard?: Guard },
) {
  return createRoute({
    getParentRoute: () => parent,
    id,
    ...(layout && { component: layout, errorComponent: ErrorLayout }),
    ...(loading && { pendingComponent: loading }),
    beforeLoad: (visit) => guard?.(visit),
  })
}

/** A page's place in the administrators' menu. */
interface InMenu {
  group: 'Today' | 'Registrations' | 'Events' | 'After the event'
  label: string
  /** The access of the call that the page reads. */
  reads: Access
}

/** A link of the administrators' menu. */
export interface MenuLink extends InMenu {
  to: string
}

/** A page's place among the tabs of a menu entry. */
interface InTabs {
  of: 'Hours & certificates' | 'Emails' | 'Settings' | 'Event'
  label: string
  reads: Access
}

/** A tab, or a line in the list of settings. */
export interface TabLink extends InTabs {
  to: string
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    menu?: MenuLink
    tab?: TabLink
  }
}

interface PageOptions<Search> {
  guard?: Guard
  /** Reads the search parameters; by default there are none. */
  search?: (params: Record<string, unknown>) => Search
  menu?: InMenu
  tab?: InTabs
}

/** Declares one page. */
export function page<Parent extends AnyRoute, const Path extends string, Search extends object = object>(
  parent: Parent,
  path: Path,
  load: Load,
  { guard, search = (params) => params as Search, menu, tab }: PageOptions<Search> = {},
) {
  return createRoute({
    getParentRoute: () => parent,
    path,
    component: fetched(load),
    beforeLoad: (visit) => guard?.(visit),
    validateSearch: search,
    staticData: { ...(menu && { menu: { ...menu, to: path } }), ...(tab && { tab: { ...tab, to: path } }) },
  })
}

/** Declares an address, or with `/$` all addresses below it, that redirects. */
export function forward<Parent extends AnyRoute, const Path extends string>(
  parent: Parent,
  path: Path,
  to: string,
  menu?: InMenu,
) {
  return createRoute({
    getParentRoute: () => parent,
    path,
    beforeLoad: () => {
      throw redirect({ to, replace: true })
    },
    ...(menu && { staticData: { menu: { ...menu, to } } }),
  })
}
