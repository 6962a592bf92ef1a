import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router'
import { paths } from '#contract/paths.ts'
import { takeLinkCode } from '#web/identity/link-code.ts'
import { takeResetCode } from '#web/identity/reset-code.ts'
import { PublicLayout } from '#web/layouts/public-layout.tsx'
import { Root } from '#web/layouts/root.tsx'
import { readMailboxSearch } from '#web/mails/mailbox-search.ts'
import {
  administratorGuestsOnly,
  administratorsOnly,
  attendeesOnly,
  guestsOnly,
} from '#web/platform/session/guards.ts'
import { ErrorLayout, ErrorPage } from '#web/platform/ui/error-page.tsx'
import { PageLoading } from '#web/platform/ui/page-loading.tsx'
import type { RegistrationSearch } from '#web/registrations/registration-search.ts'

const root = createRootRoute({ component: Root })

const publicArea = createRoute({
  getParentRoute: () => root,
  id: 'public',
  component: PublicLayout,
  errorComponent: ErrorLayout,
})

const login = createRoute({
  getParentRoute: () => publicArea,
  path: paths.login(),
  beforeLoad: guestsOnly,
  component: lazyRouteComponent(() => import('#web/identity/login-page.tsx'), 'LoginPage'),
})

const register = createRoute({
  getParentRoute: () => publicArea,
  path: paths.register(),
  beforeLoad: guestsOnly,
  component: lazyRouteComponent(() => import('#web/users/register-page.tsx'), 'RegisterPage'),
})

const emailLinkSuccess = createRoute({
  getParentRoute: () => publicArea,
  path: paths.emailLinkSuccess(),
  beforeLoad: guestsOnly,
  component: lazyRouteComponent(
    () => import('#web/identity/email-link-success-page.tsx'),
    'EmailLinkSuccessPage',
  ),
})

const handleRedirectLogin = createRoute({
  getParentRoute: () => publicArea,
  path: paths.signInLink(),
  beforeLoad: takeLinkCode,
  component: lazyRouteComponent(
    () => import('#web/identity/handle-redirect-login-page.tsx'),
    'HandleRedirectLoginPage',
  ),
})

const forgotPassword = createRoute({
  getParentRoute: () => publicArea,
  path: paths.forgotPassword(),
  beforeLoad: guestsOnly,
  component: lazyRouteComponent(() => import('#web/identity/forgot-password-page.tsx'), 'ForgotPasswordPage'),
})

const download = createRoute({
  getParentRoute: () => publicArea,
  path: paths.certificate(),
  validateSearch: (search: Record<string, unknown>): { certificate?: string; view?: 'verification' } => ({
    ...(search.certificate !== undefined && { certificate: String(search.certificate) }),
    ...(search.view === 'verification' && { view: 'verification' }),
  }),
  component: lazyRouteComponent(() => import('#web/certificates/download-page.tsx'), 'DownloadPage'),
})

const attendeeArea = createRoute({
  getParentRoute: () => root,
  path: paths.home(),
  beforeLoad: attendeesOnly,
  component: lazyRouteComponent(() => import('#web/layouts/attendee-layout.tsx'), 'AttendeeLayout'),
  errorComponent: ErrorLayout,
})

const completeProfile = createRoute({
  getParentRoute: () => attendeeArea,
  path: 'complete-profile',
  component: lazyRouteComponent(() => import('#web/users/complete-profile-page.tsx'), 'CompleteProfilePage'),
})

const upcomingEvents = createRoute({
  getParentRoute: () => attendeeArea,
  path: 'upcoming-events',
  validateSearch: (search: Record<string, unknown>): { event?: number } =>
    ['0', '1', '2', '3'].includes(String(search.event)) ? { event: Number(search.event) } : {},
  component: lazyRouteComponent(
    () => import('#web/registrations/upcoming-events-page.tsx'),
    'UpcomingEventsPage',
  ),
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
  component: lazyRouteComponent(() => import('#web/users/profile-page.tsx'), 'ProfilePage'),
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

const adminStart = createRoute({ getParentRoute: () => root, path: paths.admin(), beforeLoad: toAdminLogin })

const adminEntry = createRoute({
  getParentRoute: () => root,
  id: 'admin-entry',
  component: lazyRouteComponent(() => import('#web/layouts/admin-entry-layout.tsx'), 'AdminEntryLayout'),
})

const adminLogin = createRoute({
  getParentRoute: () => adminEntry,
  path: paths.adminLogin(),
  beforeLoad: administratorGuestsOnly,
  component: lazyRouteComponent(() => import('#web/identity/admin-login-page.tsx'), 'AdminLoginPage'),
})

const adminForgotPassword = createRoute({
  getParentRoute: () => adminEntry,
  path: paths.adminForgotPassword(),
  component: lazyRouteComponent(
    () => import('#web/identity/admin-forgot-password-page.tsx'),
    'AdminForgotPasswordPage',
  ),
})

const adminResetPassword = createRoute({
  getParentRoute: () => adminEntry,
  path: paths.resetPassword(),
  beforeLoad: takeResetCode,
  component: lazyRouteComponent(
    () => import('#web/identity/admin-reset-password-page.tsx'),
    'AdminResetPasswordPage',
  ),
})

const adminArea = createRoute({
  getParentRoute: () => root,
  path: paths.adminHome(),
  beforeLoad: administratorsOnly,
  component: lazyRouteComponent(() => import('#web/layouts/admin-layout.tsx'), 'AdminLayout'),
  errorComponent: ErrorLayout,
})

// The page itself checks them: whoever signs in need not load how.
const registrationSearch = (params: Record<string, unknown>): RegistrationSearch => params

const adminRegistrationsPage = lazyRouteComponent(
  () => import('#web/registrations/admin-registrations-page.tsx'),
  'AdminRegistrationsPage',
)

const adminHome = createRoute({
  getParentRoute: () => adminArea,
  path: '/',
  validateSearch: registrationSearch,
  component: adminRegistrationsPage,
})

const allRegistrations = createRoute({
  getParentRoute: () => adminArea,
  path: 'all-registrations',
  validateSearch: registrationSearch,
  component: adminRegistrationsPage,
})

const elsewhereInAdminArea = createRoute({
  getParentRoute: () => adminArea,
  path: '$',
  beforeLoad: toAdminHome,
})

const mailbox = createRoute({
  getParentRoute: () => root,
  path: paths.mailbox(),
  validateSearch: readMailboxSearch,
  component: lazyRouteComponent(() => import('#web/mails/mailbox-page.tsx'), 'MailboxPage'),
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
  adminStart,
  adminEntry.addChildren([adminLogin, adminForgotPassword, adminResetPassword]),
  adminArea.addChildren([adminHome, allRegistrations, elsewhereInAdminArea]),
  mailbox,
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
  throw redirect({ to: paths.home(), replace: true })
}

function toUpcomingEvents(): void {
  throw redirect({ to: paths.upcomingEvents(), replace: true })
}

function toAdminLogin(): void {
  throw redirect({ to: paths.adminLogin(), replace: true })
}

function toAdminHome(): void {
  throw redirect({ to: paths.adminHome(), replace: true })
}
