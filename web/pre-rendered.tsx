// First, since the others look for a browser as they load.
import './core/no-browser.ts'

import { createMemoryHistory } from '@tanstack/react-router'
// Not the browser's variant, which would keep the build from ending.
import { prerender } from 'react-dom/static.edge'
import { paths } from '#contract/core/paths.ts'
import { App } from './app.tsx'
import { openRouter } from './routes.tsx'

const attendees = ['core/session/kept-session.ts', 'layouts/attendee-layout.tsx']

/**
 * The pages that the build (tools/pre-rendering.ts) writes as files, each with the code that it needs beside the start.
 * Public ones are for a browser that has kept nothing of anybody; main.tsx brings them to life. Attendees' are drawn for
 * whoever it will be, as they look while they are loading, and stand until main.tsx has the person's own.
 */
export const pages = [
  { path: paths.login(), code: ['identity/login-page.tsx'] },
  { path: paths.register(), code: ['users/register-page.tsx'] },
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

/** What a page puts into the head, and what into #root. */
export async function render(path: string): Promise<{ head: string; body: string }> {
  const router = openRouter(createMemoryHistory({ initialEntries: [path] }))
  await router.load()
  const failed = router.state.matches.find(({ status }) => status !== 'success')
  if (failed) throw failed.error ?? new Error(`${path} could not be drawn`)
  // In one piece: what React sends after the rest it puts into its place by a script.
  const { prelude } = await prerender(<App router={router} />, {
    progressiveChunkSize: Number.MAX_SAFE_INTEGER,
  })
  const html = await new Response(prelude).text()
  // React writes first what belongs into the head, which it does not draw here.
  const head = /^(<(title|meta|link)\b[^>]*>([^<]*<\/title>)?)*/.exec(html)?.[0] ?? ''
  return { head, body: html.slice(head.length) }
}
