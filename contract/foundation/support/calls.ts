import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { emailAddress, personName, requiredText } from '#contract/core/fields.ts'

export const SupportRequest = z.object({
  name: personName('Please provide your name'),
  email: emailAddress('Please provide your email'),
  message: requiredText('Please enter message'),
})
export type SupportRequest = z.infer<typeof SupportRequest>

export const contactSupport = endpoint({
  route: 'POST /public/contact-support',
  access: 'public',
  summary: 'Emails a question to the support address; the reply goes to the given email.',
  body: SupportRequest,
  data: z.object({}),
  limit: { perAddress: 20, perEmail: 5 },
})
