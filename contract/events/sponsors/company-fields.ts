import * as z from 'zod/mini'
import { invalidEmail } from '#contract/core/email-addresses.ts'
import { longest, optionalEmail, requiredLine } from '#contract/core/fields.ts'
import { isPictureLink, website } from '#contract/core/links.ts'

// The fields of the company that sponsors and speakers share.

export const companyMessages = {
  companyName: 'Company name is mandatory',
  logo: 'Company logo is mandatory',
  foreignLogo: 'Upload the logo here. Pictures from other sites are not shown.',
  lostLogo: 'This picture has been deleted. Please upload it again.',
} as const

/** An uploaded picture; pages show no others. */
const logo = z.string({ error: companyMessages.logo }).check(
  z.refine((path) => path !== '', { error: companyMessages.logo, abort: true }),
  z.refine(isPictureLink, { error: companyMessages.foreignLogo }),
  z.maxLength(longest.link),
)

export const companyFields = {
  companyName: requiredLine(companyMessages.companyName, longest.line),
  logo,
  website: z.optional(z.nullable(website())),
  email: z.optional(z.nullable(optionalEmail(invalidEmail))),
}
