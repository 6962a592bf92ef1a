import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { linkCode } from '#contract/core/fields.ts'

const Code = z.object({ code: linkCode })

export const leaveMailingList = endpoint({
  route: 'POST /public/unsubscribe',
  access: 'public',
  summary: 'Withdraws the consent to news of the person whose email had this code.',
  body: Code,
  data: z.object({}),
  limit: { perAddress: 300 },
  refusals: ['NEWS_LINK_NOT_FOUND'],
})

// Mail services post for many people from few addresses.
const limit = { perAddress: 3000 }

export const leaveByMailProgram = endpoint({
  route: 'POST /public/unsubscribe/:code',
  access: 'public',
  summary: "Does the same by an email program's own button (RFC 8058), which posts a form.",
  params: Code,
  data: z.object({}),
  limit,
  refusals: ['NEWS_LINK_NOT_FOUND'],
})

export const openUnsubscribe = endpoint({
  route: 'GET /public/unsubscribe/:code',
  access: 'public',
  summary:
    'Redirects to the page that ends the news, for email programs that open this address. Ends nothing.',
  params: Code,
  file: 'text/html',
  limit,
})

/** Returns the address for a mail program's unsubscribe button, which ends the news. */
export function unsubscribeLink(publicUrl: string, code: string): string {
  return `${publicUrl}/api/public/unsubscribe/${code}`
}
