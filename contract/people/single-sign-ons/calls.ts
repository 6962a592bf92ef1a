import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { SignedIn } from '#contract/people/sessions/calls.ts'

/** The longest query with which a provider sends a browser back. */
const longestAnswer = 8000

export const SingleSignOn = z.object({
  /** Follows 'Sign in with' on the button. */
  label: z.string(),
  /** Passwords are refused, except that of the break-glass account. */
  isRequired: z.boolean(),
})
export type SingleSignOn = z.output<typeof SingleSignOn>

export const getSingleSignOn = endpoint({
  route: 'GET /public/single-sign-on',
  access: 'public',
  summary: 'Returns how administrators sign in with their company account; null if they cannot.',
  data: z.object({ singleSignOn: z.nullable(SingleSignOn) }),
  limit: { perAddress: 300 },
})

export const beginSingleSignOn = endpoint({
  route: 'POST /public/single-sign-on/begin',
  access: 'public',
  summary:
    "Returns the address of the provider's sign-in page, and sets a cookie that binds the answer to this browser.",
  body: z.object({
    /** The provider asks again, even if it knows the person. */
    asksAgain: z.optional(z.boolean({ error: 'Must be true or false' })),
  }),
  data: z.object({ url: z.string() }),
  limit: { perAddress: 150 },
  refusals: ['SINGLE_SIGN_ON_OFF', 'SINGLE_SIGN_ON_AWAY', 'SINGLE_SIGN_ON_SETUP'],
})

export const completeSingleSignOn = endpoint({
  route: 'POST /public/single-sign-on/complete',
  access: 'public',
  summary:
    "Signs an administrator in with the provider's answer: the query of the address to which it sent the browser. Ends the session of the bearer token.",
  body: z.object({
    answer: z
      .string({ error: "The provider's answer is missing" })
      .check(
        z.maxLength(longestAnswer, { error: "The provider's answer is too long" }),
        z.regex(/^[!-~]*$/, { error: "The provider's answer has to be the query of an address" }),
      ),
  }),
  data: SignedIn,
  limit: { perAddress: 150 },
  refusals: [
    'SINGLE_SIGN_ON_OFF',
    'SINGLE_SIGN_ON_AWAY',
    'SINGLE_SIGN_ON_SETUP',
    'SINGLE_SIGN_ON_NOT_PROVEN',
    'SINGLE_SIGN_ON_CANCELED',
    'SINGLE_SIGN_ON_UNCHECKED',
    'SINGLE_SIGN_ON_UNTIMED',
    'SINGLE_SIGN_ON_EMAIL',
    'SINGLE_SIGN_ON_OTHER_ACCOUNT',
    'SINGLE_SIGN_ON_BREAK_GLASS',
    'NOT_INVITED',
    'NO_GROUP_ROLE',
    'LAST_ADMINISTRATOR',
    'EMAIL_TAKEN',
    'EMAIL_CHANGED',
    'ACCOUNT_MERGED',
  ],
})
