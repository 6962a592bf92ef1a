import { paths } from '#contract/core/paths.ts'

const attendees = ['core/session/kept-session.ts', 'layouts/attendee-layout.tsx']

/**
 * The pages that the build (tools/pre-rendering.ts) writes as files, each with the code that it needs besides the start.
 * Public pages are for a browser without a session; main.tsx hydrates them. Attendees' pages and the list of events look as
 * they do while they load; main.tsx replaces them with the person's own.
 */
export const pages = [
  { path: paths.login(), code: ['identity/login-page.tsx'] },
  { path: paths.register(), code: ['users/register-page.tsx'] },
  {
    path: paths.openEvents(),
    code: ['core/session/kept-session.ts', 'layouts/open-layout.tsx', 'registrations/open-events-page.tsx'],
  },
  { path: paths.forgotPassword(), code: ['identity/forgot-password-page.tsx'] },
  {
    path: paths.adminLogin(),
    code: ['admin-routes.tsx', 'layouts/admin-entry-layout.tsx', 'identity/admin-login-page.tsx'],
  },
  { path: paths.upcomingEvents(), code: [...attendees, 'registrations/upcoming-events-page.tsx'] },
  { path: paths.registeredEvents(), code: [...attendees, 'registrations/registered-events-page.tsx'] },
  { path: paths.eventVideos(), code: [...attendees, 'events/event-videos-page.tsx'] },
  { path: paths.profile(), code: [...attendees, 'accounts/profile-page.tsx'] },
]
