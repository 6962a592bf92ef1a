import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router'
import { paths } from '#web/paths.ts'
import { PublicLayout } from '#web/platform/layouts/public-layout.tsx'
import { Root } from '#web/platform/layouts/root.tsx'
import { attendeesOnly, guestsOnly } from '#web/platform/session/guards.ts'
import { ErrorPage } from '#web/platform/ui/error-page.tsx'
import { PageLoading } from '#web/platform/ui/page-loading.tsx'

const root = createRootRoute({ component: Root })

const publicArea = createRoute({ getParentRoute: () => root, id: 'public', component: PublicLayout })

const login = createRoute({
  getParentRoute: () => publicArea,
  path: paths.login,
  beforeLoad: guestsOnly,
  component: lazyRouteComponent(() => import('#web/identity/login-page.tsx'), 'LoginPage'),
})

const anywhereElse = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: () => {
    throw redirect({ to: paths.home, replace: true })
  },
})

const start = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: paths.home, replace: true })
  },
})

const attendeeArea = createRoute({
  getParentRoute: () => root,
  path: paths.home,
  beforeLoad: attendeesOnly,
  component: lazyRouteComponent(() => import('#web/platform/layouts/attendee-layout.tsx'), 'AttendeeLayout'),
})

const upcomingEvents = createRoute({
  getParentRoute: () => attendeeArea,
  path: 'upcoming-events',
  validateSearch: (search: Record<string, unknown>): { event?: number } => {
    const event = Number(search.event)
    return search.event !== undefined && [0, 1, 2, 3].includes(event) ? { event } : {}
  },
  component: lazyRouteComponent(() => import('#web/events/upcoming-events-page.tsx'), 'UpcomingEventsPage'),
})

const routeTree = root.addChildren([
  start,
  publicArea.addChildren([login]),
  attendeeArea.addChildren([upcomingEvents]),
  anywhereElse,
])

export const router = createRouter({
  routeTree,
  defaultErrorComponent: ErrorPage,
  defaultPendingComponent: PageLoading,
  defaultPendingMs: 300,
  defaultPendingMinMs: 0,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
