import * as z from 'zod/mini'
import { invalidEmail } from '#contract/core/email-addresses.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { emailAddress, linkCode } from '#contract/core/fields.ts'

/** The minutes that the confirmation link of a changed email works. */
export const confirmMinutes = 15

/** The days in which a change can be undone. Until then nobody else can use the old email. */
export const undoDays = 7

export const EmailChange = z.object({ email: emailAddress(invalidEmail) })

const Code = z.object({ code: linkCode })

/** The person with the changed email. */
const ChangedEmail = z.object({ userId: z.string(), email: z.string() })

export const getEmailChange = endpoint({
  route: 'GET /private/get-email-change',
  access: 'user',
  summary: 'Returns the new email that the signed-in person has not confirmed yet; null if there is none.',
  data: z.object({ newEmail: z.nullable(z.string()) }),
})

export const changeEmail = endpoint({
  route: 'POST /private/change-email',
  access: 'user',
  summary:
    'Sends a link to the new email of the signed-in person. The old email stays until the link is used. A repeated call voids the earlier link.',
  body: EmailChange,
  data: z.object({}),
  // The caller chooses the address to email.
  limit: { perAddress: 10, perEmail: 6 },
  refusals: ['EMAIL_TAKEN', 'EMAIL_UNCHANGED', 'EMAIL_LEFT', 'ADMINISTRATOR_EMAIL', 'USER_NOT_FOUND'],
})

export const keepEmail = endpoint({
  route: 'POST /private/keep-email',
  access: 'user',
  summary: 'Cancels the pending change of the signed-in person.',
  data: z.object({}),
})

export const describeEmailChange = endpoint({
  route: 'POST /public/describe-email-change',
  access: 'public',
  summary: 'Returns the account and the new email of an emailed code. Changes nothing.',
  body: Code,
  data: z.object({
    /** The account's email, masked except for its first letter and domain. */
    account: z.string(),
    newEmail: z.string(),
  }),
  limit: { perAddress: 150 },
  refusals: ['LINK_SPENT'],
})

export const confirmEmail = endpoint({
  route: 'POST /public/confirm-email',
  access: 'public',
  summary:
    'Changes an email with the emailed code, once, and sends the old email a link to undo it. Ends all sessions of the person except the one of the bearer token.',
  body: Code,
  data: ChangedEmail,
  limit: { perAddress: 150 },
  refusals: [
    'LINK_SPENT',
    'EMAIL_TAKEN',
    'EMAIL_LEFT',
    'ADMINISTRATOR_EMAIL',
    'EMAIL_UNCHANGED',
    'USER_NOT_FOUND',
  ],
})

export const undoEmailChange = endpoint({
  route: 'POST /public/undo-email-change',
  access: 'public',
  summary:
    'Restores the email that got this code, undoes later changes, too, and ends all sessions of the person.',
  body: Code,
  data: ChangedEmail,
  limit: { perAddress: 150 },
  refusals: ['EMAIL_CHANGE_OVER', 'EMAIL_TAKEN', 'ADMINISTRATOR_EMAIL', 'USER_NOT_FOUND'],
})
