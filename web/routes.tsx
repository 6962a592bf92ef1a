import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router'
import { takeLinkCode } from '#web/identity/link-code.ts'
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

const register = createRoute({
  getParentRoute: () => publicArea,
  path: paths.register,
  beforeLoad: guestsOnly,
  component: lazyRouteComponent(() => import('#web/accounts/register-page.tsx'), 'RegisterPage'),
})

const emailLinkSuccess = createRoute({
  getParentRoute: () => publicArea,
  path: paths.emailLinkSuccess,
  beforeLoad: guestsOnly,
  component: lazyRouteComponent(
    () => import('#web/identity/email-link-success-page.tsx'),
    'EmailLinkSuccessPage',
  ),
})

const handleRedirectLogin = createRoute({
  getParentRoute: () => publicArea,
  path: paths.handleRedirectLogin,
  beforeLoad: takeLinkCode,
  component: lazyRouteComponent(
    () => import('#web/identity/handle-redirect-login-page.tsx'),
    'HandleRedirectLoginPage',
  ),
})

const forgotPassword = createRoute({
  getParentRoute: () => publicArea,
  path: paths.forgotPassword,
  beforeLoad: guestsOnly,
  component: lazyRouteComponent(() => import('#web/identity/forgot-password-page.tsx'), 'ForgotPasswordPage'),
})

const download = createRoute({
  getParentRoute: () => publicArea,
  path: paths.download,
  validateSearch: (search: Record<string, unknown>): { certificate?: string; view?: 'verification' } => ({
    ...(search.certificate !== undefined && { certificate: String(search.certificate) }),
    ...(search.view === 'verification' && { view: 'verification' }),
  }),
  component: lazyRouteComponent(() => import('#web/certificates/download-page.tsx'), 'DownloadPage'),
})

const attendeeArea = createRoute({
  getParentRoute: () => root,
  path: paths.home,
  beforeLoad: attendeesOnly,
  component: lazyRouteComponent(() => import('#web/platform/layouts/attendee-layout.tsx'), 'AttendeeLayout'),
})

const completeProfile = createRoute({
  getParentRoute: () => attendeeArea,
  path: 'complete-profile',
  component: lazyRouteComponent(
    () => import('#web/profiles/complete-profile-page.tsx'),
    'CompleteProfilePage',
  ),
})

const upcomingEvents = createRoute({
  getParentRoute: () => attendeeArea,
  path: 'upcoming-events',
  validateSearch: (search: Record<string, unknown>): { event?: number } =>
    ['0', '1', '2', '3'].includes(String(search.event)) ? { event: Number(search.event) } : {},
  component: lazyRouteComponent(() => import('#web/events/upcoming-events-page.tsx'), 'UpcomingEventsPage'),
})

const registeredEvents = createRoute({
  getParentRoute: () => attendeeArea,
  path: 'registered-events',
  component: lazyRouteComponent(
    () => import('#web/registrations/registered-events-page.tsx'),
    'RegisteredEventsPage',
  ),
})

const profile = createRoute({
  getParentRoute: () => attendeeArea,
  path: 'profile',
  component: lazyRouteComponent(() => import('#web/profiles/profile-page.tsx'), 'ProfilePage'),
})

const attendeeStart = createRoute({
  getParentRoute: () => attendeeArea,
  path: '/',
  beforeLoad: toUpcomingEvents,
})

const elsewhereInAttendeeArea = createRoute({
  getParentRoute: () => attendeeArea,
  path: '$',
  beforeLoad: toUpcomingEvents,
})

const start = createRoute({ getParentRoute: () => root, path: '/', beforeLoad: toPrivate })

const elsewhere = createRoute({ getParentRoute: () => root, path: '$', beforeLoad: toPrivate })

const routeTree = root.addChildren([
  publicArea.addChildren([login, register, emailLinkSuccess, handleRedirectLogin, forgotPassword, download]),
  attendeeArea.addChildren([
    attendeeStart,
    completeProfile,
    upcomingEvents,
    registeredEvents,
    profile,
    elsewhereInAttendeeArea,
  ]),
  start,
  elsewhere,
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
  interface HistoryState {
    /** Carried from the login to the registration. */
    email?: string
  }
}

function toPrivate(): void {
  throw redirect({ to: paths.home, replace: true })
}

function toUpcomingEvents(): void {
  throw redirect({ to: paths.upcomingEvents, replace: true })
}
