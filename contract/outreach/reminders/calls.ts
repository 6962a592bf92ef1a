import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { linkCode } from '#contract/core/fields.ts'

const Code = z.object({ code: linkCode })
const Choice = z.object({ hasReminders: z.boolean({ error: 'Please choose whether to be reminded' }) })

export const getReminders = endpoint({
  route: 'GET /private/get-reminders',
  access: 'user',
  summary: 'Tells whether the signed-in person gets reminders of their registrations.',
  data: Choice,
})

export const chooseReminders = endpoint({
  route: 'POST /private/choose-reminders',
  access: 'user',
  summary: 'Chooses whether the signed-in person gets reminders.',
  body: Choice,
  data: Choice,
  refusals: ['REMINDERS_NOT_FOUND'],
})

export const stopReminders = endpoint({
  route: 'POST /public/stop-reminders',
  access: 'public',
  summary: 'Stops the reminders of the person whose email had this code.',
  body: Code,
  data: z.object({}),
  limit: { perAddress: 300 },
  refusals: ['REMINDERS_NOT_FOUND'],
})

export const resumeReminders = endpoint({
  route: 'POST /public/resume-reminders',
  access: 'public',
  summary: 'Resumes the reminders of the person whose email had this code.',
  body: Code,
  data: z.object({}),
  limit: { perAddress: 300 },
  refusals: ['REMINDERS_NOT_FOUND'],
})

// Mail services post for many people from few addresses.
const limit = { perAddress: 3000 }

export const stopRemindersByMailProgram = endpoint({
  route: 'POST /public/stop-reminders/:code',
  access: 'public',
  summary: "Stops the reminders by an email program's own button (RFC 8058), which posts a form.",
  params: Code,
  data: z.object({}),
  limit,
  refusals: ['REMINDERS_NOT_FOUND'],
})

export const openStopReminders = endpoint({
  route: 'GET /public/stop-reminders/:code',
  access: 'public',
  summary:
    'Redirects to the page that stops reminders, for email programs that open this address. Stops nothing.',
  params: Code,
  file: 'text/html',
  limit,
})

/** Returns the address for a mail program's unsubscribe button, which stops the reminders. */
export function stopRemindersLink(publicUrl: string, code: string): string {
  return `${publicUrl}/api/public/stop-reminders/${code}`
}
