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
const EventLayout = fetched(() => import('#web/layouts/admin-event-layout.tsx'))
const TabsLayout = fetched(() => import('#web/layouts/admin-tabs-layout.tsx'))

const adminEntry = area(root, 'admin-entry', { layout: AdminEntryLayout })
const admin = area(root, 'administrators', {
  layout: AdminLayout,
  loading: AdminShell,
  guard: administratorsOnly,
})

const tabs = area(admin, 'tabs', { layout: TabsLayout })
const event = area(admin, 'event', { layout: EventLayout })

const slides = area(root, 'slides', { guard: administratorsOnly })

const waitlists = () => import('#web/registrations/waitlists/admin-waitlists-page.tsx')
const speakers = () => import('#web/events/speakers/admin-speakers-page.tsx')
const sponsors = () => import('#web/events/sponsors/admin-sponsors-page.tsx')
const registrationList = () => import('#web/office/bulk-jobs/admin-registrations-page.tsx')
// The list checks the parameters, so that the sign-in need not load the rules.
const readRegistrationSearch = (params: Record<string, unknown>): RegistrationSearch => params

SlotWebinarPlace.fillWith(() => import('#web/webinars/webinars/admin-slot-webinar.tsx'))

// biome-ignore format: the table of contents, one line a page
/** The administrators' pages, which `routes.tsx` fetches when one is opened. */
export const administrators = [
  adminEntry.addChildren([
    page(adminEntry, paths.adminLogin(), () => import('#web/people/identity/admin-login-page.tsx'), { guard: administratorGuestsOnly }),
    page(adminEntry, paths.singleSignOn(), () => import('#web/people/identity/admin-single-sign-on-page.tsx')),
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
    forward(admin, paths.checkIns(), paths.checkIn(), { group: 'Today', label: 'Check-in', reads: 'check-ins:write' }),
    page(admin, paths.doorDay(), () => import('#web/attendance/check-ins/admin-door-day-page.tsx'), { menu: { group: 'Today', label: 'Seminar day', reads: 'registrations:read' } }),
    page(admin, paths.allRegistrations(), registrationList, { search: readRegistrationSearch, menu: { group: 'Registrations', label: 'All Registrations', reads: 'registrations:read' } }),
    page(admin, paths.nonRegisteredUsers(), () => import('#web/office/bulk-jobs/admin-non-registered-users-page.tsx'), { menu: { group: 'Registrations', label: 'Non registered Users', reads: 'registrations:read' } }),
    page(admin, paths.waitlists(), waitlists, { menu: { group: 'Registrations', label: 'Waitlists', reads: 'registrations:read' } }),
    page(admin, paths.manageEvents(), () => import('#web/events/events/admin-events-page.tsx'), { menu: { group: 'Events', label: 'Manage Events', reads: 'events:read' } }),
    page(admin, paths.manageSponsors(), sponsors, { menu: { group: 'Events', label: 'Manage Sponsors', reads: 'events:read' } }),
    page(admin, paths.manageSpeakers(), speakers, { menu: { group: 'Events', label: 'Manage Speakers', reads: 'events:read' } }),
    tabs.addChildren([
      page(tabs, paths.timeSlots(), () => import('#web/office/dashboard/admin-time-slots-page.tsx'), { menu: { group: 'After the event', label: 'Hours & certificates', reads: 'registrations:read' }, tab: { of: 'Hours & certificates', label: 'Time slots', reads: 'registrations:read' } }),
      page(tabs, paths.creditQueue(), () => import('#web/counting/credit-findings/admin-credit-queue-page.tsx'), { tab: { of: 'Hours & certificates', label: 'Needs a decision', reads: 'registrations:read' } }),
      page(tabs, paths.creditReviews(), () => import('#web/counting/credit-findings/admin-credit-reviews-page.tsx'), { tab: { of: 'Hours & certificates', label: 'Review requests', reads: 'registrations:read' } }),
      page(tabs, paths.unusualCredits(), () => import('#web/counting/unusual-credits/admin-unusual-credits-page.tsx'), { tab: { of: 'Hours & certificates', label: 'Unusual credits', reads: 'registrations:read' } }),
      page(tabs, paths.creditRosters(), () => import('#web/counting/credit-rosters/admin-credit-rosters-page.tsx'), { tab: { of: 'Hours & certificates', label: 'Credit rosters', reads: 'exports:read' } }),
      page(tabs, paths.mails(), () => import('#web/foundation/mails/admin-mails-page.tsx'), { menu: { group: 'After the event', label: 'Emails', reads: 'mails:read' }, tab: { of: 'Emails', label: 'Sent', reads: 'mails:read' } }),
      page(tabs, paths.messages(), () => import('#web/outreach/messages/admin-messages-page.tsx'), { tab: { of: 'Emails', label: 'Messages', reads: 'mails:read' } }),
      page(tabs, paths.markedAddresses(), () => import('#web/foundation/bounces/admin-marked-addresses-page.tsx'), { tab: { of: 'Emails', label: 'Bounced', reads: 'mails:read' } }),
      page(tabs, paths.provider(), () => import('#web/foundation/training-providers/admin-provider-page.tsx'), { tab: { of: 'Settings', label: 'Training provider', reads: 'settings:read' } }),
      page(tabs, paths.website(), () => import('#web/events/embeds/admin-website-page.tsx'), { tab: { of: 'Settings', label: 'Website', reads: 'settings:read' } }),
      page(tabs, paths.hoursFigures(), () => import('#web/events/credit-rules/admin-hours-figures-page.tsx'), { tab: { of: 'Settings', label: 'Credit rules', reads: 'settings:read' } }),
      page(tabs, paths.administrators(), () => import('#web/people/administrators/admin-administrators-page.tsx'), { tab: { of: 'Settings', label: 'Administrators', reads: 'administrators:read' } }),
      page(tabs, paths.apiKeys(), () => import('#web/people/api-keys/admin-api-keys-page.tsx'), { tab: { of: 'Settings', label: 'API keys', reads: 'administrators:write' } }),
      page(tabs, paths.webhooks(), () => import('#web/office/webhooks/admin-webhooks-page.tsx'), { tab: { of: 'Settings', label: 'Webhooks', reads: 'administrators:write' } }),
      page(tabs, paths.secondFactor(), () => import('#web/people/second-factors/admin-second-factor-page.tsx'), { tab: { of: 'Settings', label: 'My two-step verification', reads: 'settings:read' } }),
      page(tabs, paths.webinars(), () => import('#web/webinars/webinar-comparisons/admin-webinars-page.tsx'), { tab: { of: 'Settings', label: 'Webinar sync', reads: 'webinars:read' } }),
      page(tabs, paths.inspections(), () => import('#web/office/inspections/admin-inspections-page.tsx'), { tab: { of: 'Settings', label: 'FAA records', reads: 'exports:read' } }),
      page(tabs, paths.imports(), () => import('#web/office/imports/admin-imports-page.tsx'), { tab: { of: 'Settings', label: 'Import', reads: 'people:write' } }),
      page(tabs, paths.activities(), () => import('#web/foundation/activities/admin-activities-page.tsx'), { tab: { of: 'Settings', label: 'Activity log', reads: 'registrations:read' } }),
    ]),
    event.addChildren([
      page(event, `${paths.manageEvents()}/$eventId`, () => import('#web/office/dashboard/admin-event-overview-page.tsx'), { tab: { of: 'Event', label: 'Overview', reads: 'registrations:read' } }),
      page(event, `${paths.manageEvents()}/$eventId/registrations`, registrationList, { search: readRegistrationSearch, tab: { of: 'Event', label: 'Registrations', reads: 'registrations:read' } }),
      page(event, `${paths.manageEvents()}/$eventId/hours`, () => import('#web/office/automations/admin-event-hours-page.tsx'), { tab: { of: 'Event', label: 'Hours & certificates', reads: 'registrations:read' } }),
      page(event, `${paths.manageEvents()}/$eventId/waitlist`, waitlists, { tab: { of: 'Event', label: 'Waitlist', reads: 'registrations:read' } }),
      page(event, `${paths.manageEvents()}/$eventId/speakers`, speakers, { tab: { of: 'Event', label: 'Speakers', reads: 'events:read' } }),
      page(event, `${paths.manageEvents()}/$eventId/sponsors`, sponsors, { tab: { of: 'Event', label: 'Sponsors', reads: 'events:read' } }),
      page(event, `${paths.manageEvents()}/$eventId/evaluation`, () => import('#web/events/event-questions/admin-event-evaluation-page.tsx'), { tab: { of: 'Event', label: 'Evaluation', reads: 'registrations:read' } }),
      page(event, `${paths.manageEvents()}/$eventId/messages`, () => import('#web/outreach/messages/admin-event-messages-page.tsx'), { tab: { of: 'Event', label: 'Messages', reads: 'mails:read' } }),
      page(event, `${paths.manageEvents()}/$eventId/records`, () => import('#web/office/inspections/admin-event-records-page.tsx'), { tab: { of: 'Event', label: 'Records', reads: 'registrations:read' } }),
    ]),
    // Other pages.
    page(admin, `${paths.account()}/$userId`, () => import('#web/office/accounts/admin-account-page.tsx')),
    page(admin, paths.ownName(), () => import('#web/people/administrators/admin-own-name-page.tsx')),
    page(admin, `${paths.attendance()}/$eventSlotId`, () => import('#web/office/automations/admin-slot-findings-page.tsx')),
    page(admin, `${paths.signInSheet()}/$eventSlotId`, () => import('#web/attendance/sign-in-sheets/admin-sign-in-sheet-page.tsx')),
    page(admin, `${paths.webhooks()}/$webhookId`, () => import('#web/office/webhooks/admin-webhook-page.tsx')),
    page(admin, `${paths.webinars()}/$eventSlotId`, () => import('#web/webinars/webinar-comparisons/admin-webinar-page.tsx')),
    forward(admin, `${paths.adminHome()}/$`, paths.adminHome()),
  ]),
  slides.addChildren([
    page(slides, `${paths.pollSlide()}/$pollCodeId`, () => import('#web/attendance/poll-codes/admin-poll-slide-page.tsx')),
  ]),
  // With a slash, too: routes.tsx matches the address without one.
  forward(root, `${paths.admin()}/`, paths.adminLogin()),
] as const
