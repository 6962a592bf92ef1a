import { paths } from '#contract/core/paths.ts'
import { area, fetched, forward, page } from '#web/core/pages.ts'
import { administratorGuestsOnly, administratorsOnly, toStartPage } from '#web/core/session/admin-guards.ts'
import { resetCode } from '#web/identity/reset-code.ts'
import { afterPasswordOnly } from '#web/identity/typed-password.ts'
import { AdminShell } from '#web/layouts/admin-shell.tsx'
import { root } from '#web/layouts/root.tsx'
import type { RegistrationSearch } from '#web/registration-lists/registration-search.ts'

const AdminEntryLayout = fetched(() => import('#web/layouts/admin-entry-layout.tsx'))
const AdminLayout = fetched(() => import('#web/layouts/admin-layout.tsx'))

const adminEntry = area(root, 'admin-entry', { layout: AdminEntryLayout })
const admin = area(root, 'administrators', {
  layout: AdminLayout,
  loading: AdminShell,
  guard: administratorsOnly,
})

const slides = area(root, 'slides', { guard: administratorsOnly })

const registrationList = () => import('#web/registration-lists/admin-registrations-page.tsx')
// The list checks the parameters, so that signing in need not load the rules.
const readRegistrationSearch = (params: Record<string, unknown>): RegistrationSearch => params

// biome-ignore format: the table of contents, one line a page
/** The administrators' pages, which `routes.tsx` fetches when somebody opens one. */
export const administrators = [
  adminEntry.addChildren([
    page(adminEntry, paths.adminLogin(), () => import('#web/identity/admin-login-page.tsx'), { guard: administratorGuestsOnly }),
    page(adminEntry, paths.secondStep(), () => import('#web/second-factors/second-step-page.tsx'), { guard: afterPasswordOnly }),
    page(adminEntry, paths.setUpSecondFactor(), () => import('#web/second-factors/set-up-second-factor-page.tsx'), { guard: afterPasswordOnly }),
    page(adminEntry, paths.adminForgotPassword(), () => import('#web/identity/admin-forgot-password-page.tsx')),
    page(adminEntry, paths.resetPassword(), () => import('#web/identity/admin-reset-password-page.tsx'), { guard: resetCode.take }),
  ]),
  admin.addChildren([
    // With a slash at the end, because the last line below would match this address, too.
    page(admin, `${paths.adminHome()}/`, registrationList, { guard: toStartPage, search: readRegistrationSearch }),
    page(admin, paths.dashboard(), () => import('#web/dashboard/admin-dashboard-page.tsx')),
    page(admin, paths.allRegistrations(), registrationList, { search: readRegistrationSearch }),
    page(admin, paths.doorDay(), () => import('#web/check-ins/admin-door-day-page.tsx')),
    page(admin, `${paths.account()}/$userId`, () => import('#web/accounts/admin-account-page.tsx')),
    page(admin, paths.administrators(), () => import('#web/administrators/admin-administrators-page.tsx')),
    page(admin, paths.ownName(), () => import('#web/administrators/admin-own-name-page.tsx')),
    page(admin, paths.secondFactor(), () => import('#web/second-factors/admin-second-factor-page.tsx')),
    page(admin, paths.nonRegisteredUsers(), () => import('#web/registration-lists/admin-non-registered-users-page.tsx')),
    page(admin, paths.manageEvents(), () => import('#web/events/admin-events-page.tsx')),
    page(admin, `${paths.attendance()}/$eventSlotId`, () => import('#web/credit-findings/admin-slot-findings-page.tsx')),
    page(admin, paths.waitlists(), () => import('#web/waitlists/admin-waitlists-page.tsx')),
    page(admin, `${paths.signInSheet()}/$eventSlotId`, () => import('#web/sign-in-sheets/admin-sign-in-sheet-page.tsx')),
    page(admin, paths.creditQueue(), () => import('#web/credit-findings/admin-credit-queue-page.tsx')),
    page(admin, paths.unusualCredits(), () => import('#web/unusual-credits/admin-unusual-credits-page.tsx')),
    page(admin, `${paths.rehearsals()}/$eventId`, () => import('#web/rehearsals/admin-rehearsals-page.tsx')),
    page(admin, paths.inspections(), () => import('#web/inspections/admin-inspections-page.tsx')),
    page(admin, paths.manageSponsors(), () => import('#web/sponsors/admin-sponsors-page.tsx')),
    page(admin, paths.manageSpeakers(), () => import('#web/speakers/admin-speakers-page.tsx')),
    page(admin, paths.webinars(), () => import('#web/webinar-comparisons/admin-webinars-page.tsx')),
    page(admin, `${paths.webinars()}/$eventSlotId`, () => import('#web/webinar-comparisons/admin-webinar-page.tsx')),
    page(admin, paths.activities(), () => import('#web/activities/admin-activities-page.tsx')),
    page(admin, paths.provider(), () => import('#web/training-providers/admin-provider-page.tsx')),
    page(admin, paths.hoursFigures(), () => import('#web/credit-rules/admin-hours-figures-page.tsx')),
    page(admin, paths.mails(), () => import('#web/mails/admin-mails-page.tsx')),
    page(admin, paths.messages(), () => import('#web/messages/admin-messages-page.tsx')),
    page(admin, paths.markedAddresses(), () => import('#web/bounces/admin-marked-addresses-page.tsx')),
    forward(admin, paths.checkIns(), paths.checkIn()),
    forward(admin, `${paths.adminHome()}/$`, paths.adminHome()),
  ]),
  slides.addChildren([
    page(slides, `${paths.pollSlide()}/$pollCodeId`, () => import('#web/poll-codes/admin-poll-slide-page.tsx')),
  ]),
  // With a slash, too: routes.tsx matches the address without one.
  forward(root, `${paths.admin()}/`, paths.adminLogin()),
] as const
