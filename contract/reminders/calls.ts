import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { linkCode } from '#contract/core/fields.ts'

const Code = z.object({ code: linkCode })
const Choice = z.object({ hasReminders: z.boolean({ error: 'Please choose whether to be reminded' }) })

export const getReminders = endpoint({
  method: 'GET',
  path: '/private/get-reminders',
  access: 'user',
  summary: 'Whether the signed-in person is reminded of what they are registered for.',
  data: Choice,
})

export const chooseReminders = endpoint({
  method: 'POST',
  path: '/private/choose-reminders',
  access: 'user',
  summary: 'Chooses whether the signed-in person is reminded.',
  body: Choice,
  data: Choice,
  refusals: ['REMINDERS_NOT_FOUND'],
})

export const stopReminders = endpoint({
  method: 'POST',
  path: '/public/stop-reminders',
  access: 'public',
  summary: 'Sends no more reminders to the person whose mail carried this code.',
  body: Code,
  data: z.object({}),
  limit: { perAddress: 300 },
  refusals: ['REMINDERS_NOT_FOUND'],
})

export const resumeReminders = endpoint({
  method: 'POST',
  path: '/public/resume-reminders',
  access: 'public',
  summary: 'Sends reminders again to the person whose mail carried this code.',
  body: Code,
  data: z.object({}),
  limit: { perAddress: 300 },
  refusals: ['REMINDERS_NOT_FOUND'],
})

// Mail services post for many people from few addresses.
const limit = { perAddress: 3000 }

export const stopRemindersByMailProgram = endpoint({
  method: 'POST',
  path: '/public/stop-reminders/:code',
  access: 'public',
  summary: "The same by a mail program's own button (RFC 8058), which posts a form.",
  params: Code,
  data: z.object({}),
  limit,
  refusals: ['REMINDERS_NOT_FOUND'],
})

export const openStopReminders = endpoint({
  method: 'GET',
  path: '/public/stop-reminders/:code',
  access: 'public',
  summary:
    'Leads to the page that stops reminders, where a mail program opens that address instead. Stops nothing.',
  params: Code,
  file: 'text/html',
  limit,
})

/** Returns the address with which a mail program's unsubscribe button stops the reminders. */
export function stopRemindersLink(publicUrl: string, code: string): string {
  return `${publicUrl}/api/public/stop-reminders/${code}`
}
