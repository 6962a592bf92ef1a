import { paths } from '#contract/core/paths.ts'

const attendees = ['core/session/kept-session.ts', 'layouts/attendee-layout.tsx']

/**
 * The pages that the build (tools/pre-rendering.ts) writes as files, each with its code besides the start.
 * Public pages are for a browser without a session; main.tsx hydrates them. Attendees' pages and the list of
 * events look as they do while loading; main.tsx replaces them with the person's own. A page with a `$` in its path is
 * drawn by the server, with its data (server/core/http/drawn-pages.ts).
 */
export const pages = [
  { path: paths.login(), code: ['people/identity/login-page.tsx'] },
  { path: paths.register(), code: ['people/users/register-page.tsx'] },
  {
    path: paths.openEvents(),
    code: [
      'core/session/kept-session.ts',
      'layouts/open-layout.tsx',
      'registrations/registrations/open-events-page.tsx',
    ],
  },
  {
    path: `${paths.openEvents()}/$eventId`,
    code: [
      'core/session/kept-session.ts',
      'layouts/open-layout.tsx',
      'registrations/registrations/open-event-page.tsx',
    ],
  },
  { path: paths.forgotPassword(), code: ['people/identity/forgot-password-page.tsx'] },
  {
    path: paths.adminLogin(),
    code: ['admin-routes.tsx', 'layouts/admin-entry-layout.tsx', 'people/identity/admin-login-page.tsx'],
  },
  {
    path: paths.upcomingEvents(),
    code: [...attendees, 'registrations/registrations/upcoming-events-page.tsx'],
  },
  {
    path: paths.registeredEvents(),
    code: [...attendees, 'office/accounts/registered-events-page.tsx'],
  },
  { path: paths.eventVideos(), code: [...attendees, 'events/events/event-videos-page.tsx'] },
  { path: paths.profile(), code: [...attendees, 'office/accounts/profile-page.tsx'] },
]
