import type { RouterHistory } from '@tanstack/react-router'
import { createRoute, createRouter, redirect } from '@tanstack/react-router'
import { paths } from '#contract/core/paths.ts'
import { fetchCode } from '#web/core/code.ts'
import { area, fetched, forward, page } from '#web/core/pages.ts'
import { doorOnly } from '#web/core/session/admin-guards.ts'
import { attendeesOnly, guestsOnly } from '#web/core/session/guards.ts'
import { ErrorScreen } from '#web/core/ui/error-screen.tsx'
import { PageSkeleton } from '#web/core/ui/page-skeleton.tsx'
import {
  readCertificateSearch,
  redirectOldVerification,
} from '#web/counting/certificates/certificate-search.ts'
import { AdminShell } from '#web/layouts/admin-shell.tsx'
import { PublicLayout } from '#web/layouts/public-layout.tsx'
import { root } from '#web/layouts/root.tsx'
import { confirmCode, undoCode } from '#web/people/email-changes/email-codes.ts'
import { takeLinkCode } from '#web/people/identity/sign-in-code.ts'
import { slotIn } from '#web/people/identity/wanted-slot.ts'
import { PollCodePlace } from '#web/webinars/webinars/poll-code-place.ts'
import type { administrators } from './admin-routes.tsx'

const OpenLayout = fetched(() => import('#web/layouts/open-layout.tsx'))
const DoorLayout = fetched(() => import('#web/layouts/door-layout.tsx'))
const AttendeeLayout = fetched(() => import('#web/layouts/attendee-layout.tsx'))

const open = area(root, 'public', { layout: PublicLayout })
const guests = area(open, 'guests', { guard: guestsOnly })
const openEvents = area(root, 'openEvents', { layout: OpenLayout })
const door = area(root, 'door', { layout: DoorLayout, guard: doorOnly })
const attendees = area(root, 'attendees', { layout: AttendeeLayout, guard: attendeesOnly })

// The sign-in page does without the administrators' pages. Opening one fetches their list and looks up the address again.
const administratorsArea = createRoute({
  getParentRoute: () => root,
  path: `${paths.admin()}/$`,
  pendingComponent: AdminShell,
  beforeLoad: async ({ context: { fetchAdministrators }, location: { href } }) => {
    const isNew = await fetchAdministrators()
    throw redirect({ to: paths.home(), ...(isNew && { href }), replace: true })
  },
})

PollCodePlace.fillWith(() => import('#web/attendance/poll-codes/poll-code-section.tsx'))

// biome-ignore format: the table of contents, one line a page; administrators' are in admin-routes.tsx
const everybody = [
  open.addChildren([
    guests.addChildren([
      page(guests, paths.login(), () => import('#web/people/identity/login-page.tsx')),
      page(guests, paths.register(), () => import('#web/people/users/register-page.tsx')),
      page(guests, paths.emailLinkSuccess(), () => import('#web/people/identity/email-link-success-page.tsx')),
      page(guests, paths.accountDeleted(), () => import('#web/office/accounts/account-deleted-page.tsx')),
      page(guests, paths.forgotPassword(), () => import('#web/people/identity/forgot-password-page.tsx')),
    ]),
    page(open, paths.signInLink(), () => import('#web/people/identity/sign-in-link-page.tsx'), { guard: takeLinkCode }),
    page(open, paths.certificate(), () => import('#web/counting/certificates/certificate-page.tsx'), { search: readCertificateSearch, guard: redirectOldVerification }),
    page(open, `${paths.certificateVerification()}/{-$code}`, () => import('#web/counting/certificates/verification-page.tsx')),
    page(open, `${paths.join()}/$registrationId/$code`, () => import('#web/webinars/webinars/join-page.tsx'), { search: readSlotSearch }),
    page(open, `${paths.webinarRoom()}/$seatCode`, () => import('#web/webinars/webinar-rooms/webinar-room-page.tsx')),
    page(open, paths.offeredSeat(), () => import('#web/registrations/waitlists/offered-seat-page.tsx')),
    page(open, paths.evaluation(), () => import('#web/events/event-questions/evaluation-page.tsx')),
    page(open, paths.stopReminders(), () => import('#web/outreach/reminders/stop-reminders-page.tsx')),
    page(open, paths.leaveMailingList(), () => import('#web/outreach/messages/leave-mailing-list-page.tsx')),
    page(open, paths.confirmEmail(), () => import('#web/people/email-changes/confirm-email-page.tsx'), { guard: confirmCode.take }),
    page(open, paths.undoEmailChange(), () => import('#web/people/email-changes/undo-email-change-page.tsx'), { guard: undoCode.take }),
  ]),
  openEvents.addChildren([
    page(openEvents, paths.openEvents(), () => import('#web/registrations/registrations/open-events-page.tsx')),
    page(openEvents, `${paths.help()}/{-$page}`, () => import('#web/foundation/support/help-page.tsx')),
    page(openEvents, `${paths.openEvents()}/$eventId`, () => import('#web/registrations/registrations/open-event-page.tsx'), { search: readSlotSearch }),
  ]),
  attendees.addChildren([
    page(attendees, paths.completeProfile(), () => import('#web/people/users/complete-profile-page.tsx')),
    page(attendees, paths.upcomingEvents(), () => import('#web/registrations/registrations/upcoming-events-page.tsx'), { search: readUpcomingSearch }),
    page(attendees, paths.eventVideos(), () => import('#web/events/events/event-videos-page.tsx')),
    page(attendees, paths.registeredEvents(), () => import('#web/office/accounts/registered-events-page.tsx')),
    page(attendees, `${paths.poll()}/{-$code}`, () => import('#web/attendance/poll-codes/poll-page.tsx')),
    page(attendees, `${paths.ticket()}/$registrationId`, () => import('#web/registrations/tickets/ticket-page.tsx')),
    page(attendees, `${paths.ownEvaluation()}/$registrationId`, () => import('#web/events/event-questions/own-evaluation-page.tsx')),
    page(attendees, paths.profile(), () => import('#web/office/accounts/profile-page.tsx')),
    forward(attendees, paths.home(), paths.upcomingEvents()),
    forward(attendees, `${paths.home()}/$`, paths.upcomingEvents()),
  ]),
  door.addChildren([page(door, paths.checkIn(), () => import('#web/attendance/check-ins/check-in-page.tsx'))]),
  page(root, paths.mailbox(), () => import('#web/foundation/mails/mailbox-page.tsx'), { search: readMailboxSearch }),
  administratorsArea,
  forward(root, '/', paths.home()),
  forward(root, '/$', paths.home()),
] as const

type Administrators = typeof administrators

/** Administrators' pages, before they are fetched. Links to them are type-checked anyway. */
const notYet = [] as unknown as Administrators
const routesWith = (administrators: Administrators) => root.addChildren([...everybody, ...administrators])

/** Opens this browser's router; with a `history`, pre-rendering's. */
export function openRouter(history?: RouterHistory) {
  const router = createRouter({
    routeTree: routesWith(notYet),
    context: { fetchAdministrators },
    defaultErrorComponent: ErrorScreen,
    defaultPendingComponent: PageSkeleton,
    defaultPendingMs: 300,
    defaultPendingMinMs: 0,
    ...(history ? { history, origin: 'http://localhost' } : { scrollRestoration: true }),
  })
  let isWhole = false
  return router

  async function fetchAdministrators() {
    if (isWhole) return false
    const { administrators } = await fetchCode(() => import('./admin-routes.tsx'))
    routesWith(administrators)
    router.setRoutes(router.buildRouteTree())
    isWhole = true
    return true
  }
}

export type PortalRouter = ReturnType<typeof openRouter>

/** The search parameters of the mailbox: the recipient to filter by, and the open email. */
interface MailboxSearch {
  to?: string
  id?: number
}

function readMailboxSearch({ to, id }: Record<string, unknown>): MailboxSearch {
  return {
    ...((typeof to === 'string' || typeof to === 'number') && to !== '' && { to: String(to) }),
    ...(typeof id === 'number' && { id }),
  }
}

/** Reads the number of the series in the sidebar, 0 to 3, and the slot to register for. */
function readUpcomingSearch({ event, slot }: Record<string, unknown>): {
  event?: number
  slot?: number
} {
  const wanted = slotIn(`slot=${slot}`)
  return {
    ...(/^[0-3]$/.test(String(event)) && { event: Number(event) }),
    ...(wanted !== undefined && { slot: wanted }),
  }
}

/** Reads a slot: the one to register for, or at a join link the one that admits for missing hours. */
function readSlotSearch({ slot }: Record<string, unknown>): { slot?: number } {
  return /^[1-9]\d{0,8}$/.test(String(slot)) ? { slot: Number(slot) } : {}
}

declare module '@tanstack/react-router' {
  interface Register {
    router: PortalRouter
  }
  interface HistoryState {
    /** The email typed at the login, for the registration. */
    email?: string
    /** The event and slot chosen before signing in. */
    wanted?: string
    /** Counts the visits through a sidebar link. */
    visit?: number
  }
}
