import { paths } from '#contract/core/paths.ts'
import { area, fetched, forward, page } from '#web/core/pages.ts'
import { administratorGuestsOnly, administratorsOnly, toStartPage } from '#web/core/session/admin-guards.ts'
import { SlotWebinarPlace } from '#web/events/slots/slot-webinar-place.ts'
import { AdminShell } from '#web/layouts/admin-shell.tsx'
import { root } from '#web/layouts/root.tsx'
import { resetCode } from '#web/people/identity/reset-code.ts'
import { afterPasswordOnly } from '#web/people/identity/typed-password.ts'
import type { RegistrationSearch } from '#web/registrations/registration-lists/registration-search.ts'

const AdminEntryLayout = fetched(() => import('#web/layouts/admin-entry-layout.tsx'))
const AdminLayout = fetched(() => import('#web/layouts/admin-layout.tsx'))

const adminEntry = area(root, 'admin-entry', { layout: AdminEntryLayout })
const admin = area(root, 'administrators', {
  layout: AdminLayout,
  loading: AdminShell,
  guard: administratorsOnly,
})

const slides = area(root, 'slides', { guard: administratorsOnly })

const registrationList = () => import('#web/office/bulk-jobs/admin-registrations-page.tsx')
// The list checks the parameters, so that the sign-in need not load the rules.
const readRegistrationSearch = (params: Record<string, unknown>): RegistrationSearch => params

SlotWebinarPlace.fillWith(() => import('#web/webinars/webinars/admin-slot-webinar.tsx'))

// biome-ignore format: the table of contents, one line a page
/** The administrators' pages, which `routes.tsx` fetches when one is opened. */
export const administrators = [
  adminEntry.addChildren([
    page(adminEntry, paths.adminLogin(), () => import('#web/people/identity/admin-login-page.tsx'), { guard: administratorGuestsOnly }),
    page(adminEntry, paths.secondStep(), () => import('#web/people/second-factors/second-step-page.tsx'), { guard: afterPasswordOnly }),
    page(adminEntry, paths.setUpSecondFactor(), () => import('#web/people/second-factors/set-up-second-factor-page.tsx'), { guard: afterPasswordOnly }),
    page(adminEntry, paths.adminForgotPassword(), () => import('#web/people/identity/admin-forgot-password-page.tsx')),
    page(adminEntry, paths.resetPassword(), () => import('#web/people/identity/admin-reset-password-page.tsx'), { guard: resetCode.take }),
  ]),
  admin.addChildren([
    // With a slash at the end, because the last line below would match this address, too.
    page(admin, `${paths.adminHome()}/`, registrationList, { guard: toStartPage, search: readRegistrationSearch }),
    page(admin, paths.dashboard(), () => import('#web/office/dashboard/admin-dashboard-page.tsx')),
    // The menu, in its order.
    page(admin, paths.allRegistrations(), registrationList, { search: readRegistrationSearch, menu: { group: 'Registrations', label: 'All Registrations', reads: 'registrations:read' } }),
    page(admin, paths.nonRegisteredUsers(), () => import('#web/office/bulk-jobs/admin-non-registered-users-page.tsx'), { menu: { group: 'Registrations', label: 'Non registered Users', reads: 'registrations:read' } }),
    page(admin, paths.waitlists(), () => import('#web/registrations/waitlists/admin-waitlists-page.tsx'), { menu: { group: 'Registrations', label: 'Waitlists', reads: 'registrations:read' } }),
    page(admin, paths.creditQueue(), () => import('#web/counting/credit-findings/admin-credit-queue-page.tsx'), { menu: { group: 'Registrations', label: 'Credit queue', reads: 'registrations:read' } }),
    page(admin, paths.unusualCredits(), () => import('#web/counting/unusual-credits/admin-unusual-credits-page.tsx'), { menu: { group: 'Registrations', label: 'Unusual credits', reads: 'registrations:read' } }),
    page(admin, paths.inspections(), () => import('#web/office/inspections/admin-inspections-page.tsx'), { menu: { group: 'Registrations', label: 'Inspection packs', reads: 'exports:read' } }),
    page(admin, paths.activities(), () => import('#web/foundation/activities/admin-activities-page.tsx'), { menu: { group: 'Registrations', label: 'History', reads: 'registrations:read' } }),
    forward(admin, paths.checkIns(), paths.checkIn(), { group: 'Events', label: 'Check-in', reads: 'check-ins:write' }),
    page(admin, paths.doorDay(), () => import('#web/attendance/check-ins/admin-door-day-page.tsx'), { menu: { group: 'Events', label: 'At the door', reads: 'registrations:read' } }),
    page(admin, paths.manageEvents(), () => import('#web/events/events/admin-events-page.tsx'), { menu: { group: 'Events', label: 'Manage Events', reads: 'events:read' } }),
    page(admin, paths.manageSponsors(), () => import('#web/events/sponsors/admin-sponsors-page.tsx'), { menu: { group: 'Events', label: 'Manage Sponsors', reads: 'events:read' } }),
    page(admin, paths.manageSpeakers(), () => import('#web/events/speakers/admin-speakers-page.tsx'), { menu: { group: 'Events', label: 'Manage Speakers', reads: 'events:read' } }),
    page(admin, paths.webinars(), () => import('#web/webinars/webinar-comparisons/admin-webinars-page.tsx'), { menu: { group: 'Events', label: 'Webinars', reads: 'webinars:read' } }),
    page(admin, paths.mails(), () => import('#web/foundation/mails/admin-mails-page.tsx'), { menu: { group: 'Portal', label: 'Emails', reads: 'mails:read' } }),
    page(admin, paths.provider(), () => import('#web/foundation/training-providers/admin-provider-page.tsx'), { menu: { group: 'Portal', label: 'Training provider', reads: 'settings:read' } }),
    page(admin, paths.hoursFigures(), () => import('#web/events/credit-rules/admin-hours-figures-page.tsx'), { menu: { group: 'Portal', label: 'Figures', reads: 'settings:read' } }),
    page(admin, paths.administrators(), () => import('#web/people/administrators/admin-administrators-page.tsx'), { menu: { group: 'Portal', label: 'Administrators', reads: 'administrators:read' } }),
    // Other pages.
    page(admin, `${paths.account()}/$userId`, () => import('#web/office/accounts/admin-account-page.tsx')),
    page(admin, paths.ownName(), () => import('#web/people/administrators/admin-own-name-page.tsx')),
    page(admin, paths.secondFactor(), () => import('#web/people/second-factors/admin-second-factor-page.tsx')),
    page(admin, `${paths.attendance()}/$eventSlotId`, () => import('#web/office/automations/admin-slot-findings-page.tsx')),
    page(admin, `${paths.signInSheet()}/$eventSlotId`, () => import('#web/attendance/sign-in-sheets/admin-sign-in-sheet-page.tsx')),
    page(admin, `${paths.webinars()}/$eventSlotId`, () => import('#web/webinars/webinar-comparisons/admin-webinar-page.tsx')),
    page(admin, paths.messages(), () => import('#web/outreach/messages/admin-messages-page.tsx')),
    page(admin, paths.markedAddresses(), () => import('#web/foundation/bounces/admin-marked-addresses-page.tsx')),
    forward(admin, `${paths.adminHome()}/$`, paths.adminHome()),
  ]),
  slides.addChildren([
    page(slides, `${paths.pollSlide()}/$pollCodeId`, () => import('#web/attendance/poll-codes/admin-poll-slide-page.tsx')),
  ]),
  // With a slash, too: routes.tsx matches the address without one.
  forward(root, `${paths.admin()}/`, paths.adminLogin()),
] as const
