import type { RouterHistory } from '@tanstack/react-router'
import { createRootRoute, createRouter } from '@tanstack/react-router'
import { paths } from '#contract/paths.ts'
import { readCertificateSearch, verificationsOfOld } from '#web/certificates/certificate-search.ts'
import { resetCode, takeLinkCode } from '#web/identity/mailed-code.ts'
import { PublicLayout } from '#web/layouts/public-layout.tsx'
import { Root } from '#web/layouts/root.tsx'
import { readMailboxSearch } from '#web/mails/mailbox-search.ts'
import { area, fetched, forward, page } from '#web/platform/pages.ts'
import {
  administratorGuestsOnly,
  administratorsOnly,
  attendeesOnly,
  guestsOnly,
} from '#web/platform/session/guards.ts'
import { ErrorScreen } from '#web/platform/ui/error-screen.tsx'
import { PageSkeleton } from '#web/platform/ui/page-skeleton.tsx'
import type { RegistrationSearch } from '#web/registrations/registration-search.ts'
import { readUpcomingSearch } from '#web/registrations/upcoming-search.ts'
import { confirmCode, undoCode } from '#web/users/email-codes.ts'

const AttendeeLayout = fetched(() => import('#web/layouts/attendee-layout.tsx'))
const AdminEntryLayout = fetched(() => import('#web/layouts/admin-entry-layout.tsx'))
const AdminLayout = fetched(() => import('#web/layouts/admin-layout.tsx'))

const root = createRootRoute({ component: Root })
const open = area(root, 'public', { layout: PublicLayout })
const guests = area(open, 'guests', { guard: guestsOnly })
const attendees = area(root, 'attendees', { layout: AttendeeLayout, guard: attendeesOnly })
const adminEntry = area(root, 'admin-entry', { layout: AdminEntryLayout })
const admin = area(root, 'administrators', { layout: AdminLayout, guard: administratorsOnly })

const registrationList = () => import('#web/registrations/admin-registrations-page.tsx')
// The list itself checks them: whoever signs in need not load how.
const readRegistrationSearch = (params: Record<string, unknown>): RegistrationSearch => params

// biome-ignore format: the table of contents, one line a page
const routeTree = root.addChildren([
  open.addChildren([
    guests.addChildren([
      page(guests, paths.login(), () => import('#web/identity/login-page.tsx')),
      page(guests, paths.register(), () => import('#web/users/register-page.tsx')),
      page(guests, paths.emailLinkSuccess(), () => import('#web/identity/email-link-success-page.tsx')),
      page(guests, paths.accountDeleted(), () => import('#web/accounts/account-deleted-page.tsx')),
      page(guests, paths.forgotPassword(), () => import('#web/identity/forgot-password-page.tsx')),
    ]),
    page(open, paths.signInLink(), () => import('#web/identity/sign-in-link-page.tsx'), { guard: takeLinkCode }),
    page(open, paths.certificate(), () => import('#web/certificates/certificate-page.tsx'), { search: readCertificateSearch, guard: verificationsOfOld }),
    page(open, `${paths.certificateVerification()}/{-$code}`, () => import('#web/certificates/verification-page.tsx')),
    page(open, paths.stopReminders(), () => import('#web/reminders/stop-reminders-page.tsx')),
    page(open, paths.confirmEmail(), () => import('#web/users/confirm-email-page.tsx'), { guard: confirmCode.take }),
    page(open, paths.undoEmailChange(), () => import('#web/users/undo-email-change-page.tsx'), { guard: undoCode.take }),
  ]),
  attendees.addChildren([
    page(attendees, paths.completeProfile(), () => import('#web/users/complete-profile-page.tsx')),
    page(attendees, paths.upcomingEvents(), () => import('#web/registrations/upcoming-events-page.tsx'), { search: readUpcomingSearch }),
    page(attendees, paths.eventVideos(), () => import('#web/events/event-videos-page.tsx')),
    page(attendees, paths.registeredEvents(), () => import('#web/registrations/registered-events-page.tsx')),
    page(attendees, paths.profile(), () => import('#web/accounts/profile-page.tsx')),
    forward(attendees, paths.home(), paths.upcomingEvents()),
    forward(attendees, `${paths.home()}/$`, paths.upcomingEvents()),
  ]),
  adminEntry.addChildren([
    page(adminEntry, paths.adminLogin(), () => import('#web/identity/admin-login-page.tsx'), { guard: administratorGuestsOnly }),
    page(adminEntry, paths.adminForgotPassword(), () => import('#web/identity/admin-forgot-password-page.tsx')),
    page(adminEntry, paths.resetPassword(), () => import('#web/identity/admin-reset-password-page.tsx'), { guard: resetCode.take }),
  ]),
  admin.addChildren([
    // With a slash at its end, since the last line below would match this address, too.
    page(admin, `${paths.adminHome()}/`, registrationList, { search: readRegistrationSearch }),
    page(admin, paths.dashboard(), () => import('#web/dashboard/admin-dashboard-page.tsx')),
    page(admin, paths.allRegistrations(), registrationList, { search: readRegistrationSearch }),
    page(admin, `${paths.account()}/$userId`, () => import('#web/accounts/admin-account-page.tsx')),
    page(admin, paths.administrators(), () => import('#web/users/admin-administrators-page.tsx')),
    page(admin, paths.nonRegisteredUsers(), () => import('#web/registrations/admin-non-registered-users-page.tsx')),
    page(admin, paths.activities(), () => import('#web/activities/admin-activities-page.tsx')),
    page(admin, paths.mails(), () => import('#web/mails/admin-mails-page.tsx')),
    forward(admin, `${paths.adminHome()}/$`, paths.adminHome()),
  ]),
  page(root, paths.mailbox(), () => import('#web/mails/mailbox-page.tsx'), { search: readMailboxSearch }),
  forward(root, paths.admin(), paths.adminLogin()),
  forward(root, '/', paths.home()),
  forward(root, '/$', paths.home()),
])

/** The router of this browser; of none, where a page is drawn beforehand and `history` says which. */
export function openRouter(history?: RouterHistory) {
  return createRouter({
    routeTree,
    defaultErrorComponent: ErrorScreen,
    defaultPendingComponent: PageSkeleton,
    defaultPendingMs: 300,
    defaultPendingMinMs: 0,
    ...(history ? { history, origin: 'http://localhost' } : { scrollRestoration: true }),
  })
}

export type PortalRouter = ReturnType<typeof openRouter>

declare module '@tanstack/react-router' {
  interface Register {
    router: PortalRouter
  }
  interface HistoryState {
    /** Carried from the login to the registration. */
    email?: string
  }
}
