import * as z from 'zod/mini'
import { invalidEmail } from '#contract/core/email-addresses.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { emailAddress, longest, requiredLine } from '#contract/core/fields.ts'
import { instant } from '#contract/core/wire.ts'

/** The reporters of a bounced address. */
export const bounceSources = ['mail-server', 'provider', 'administrator'] as const

/** A bounced address. */
export const Bounce = z.object({
  email: z.string(),
  /** In the reporter's words. */
  reason: z.string(),
  source: z.enum(bounceSources),
  bouncedAt: instant(),
})
export type Bounce = z.output<typeof Bounce>

export const getOwnBounce = endpoint({
  route: 'GET /private/own-bounce',
  access: 'user',
  summary: "The mark of the signed-in person's address if emails to it came back.",
  data: z.object({ bounce: z.nullable(Bounce) }),
})

export const clearOwnBounce = endpoint({
  route: 'POST /private/own-bounce/clear',
  access: 'user',
  summary: "Clears the mark of the signed-in person's address, so it gets reminders again.",
  data: z.object({}),
})

/** A bounced address with its person; null if unknown. */
export const MarkedAddress = z.extend(Bounce, {
  person: z.nullable(z.object({ userId: z.string(), firstName: z.string(), lastName: z.string() })),
})
export type MarkedAddress = z.output<typeof MarkedAddress>

export const mostMarked = 200

export const getBounces = endpoint({
  route: 'GET /private/bounces',
  access: 'people:read',
  summary: `The addresses marked as bouncing, with their people, at most ${mostMarked}, and the total. Addresses of people come first, each group newest first.`,
  data: z.object({ bounces: z.array(MarkedAddress), total: z.int() }),
})

export const NewBounce = z.object({
  email: emailAddress(invalidEmail),
  reason: requiredLine('Enter a reason', longest.line),
})

export const markBounce = endpoint({
  route: 'POST /private/bounces',
  access: 'people:write',
  summary: 'Marks an address as bounced: it gets no reminders, and its person is notified.',
  body: NewBounce,
  data: z.object({}),
})

export const clearBounce = endpoint({
  route: 'POST /private/bounces/clear',
  access: 'people:write',
  summary: 'Clears the mark of an address.',
  body: z.object({ email: emailAddress(invalidEmail) }),
  data: z.object({}),
})

export const receiveBounces = endpoint({
  route: 'POST /webhooks/mail-bounces',
  access: 'public',
  summary:
    'Receives the webhooks of Amazon SES by SNS. Permanent bounces and complaints mark their addresses; other events are ignored. Proven by the password of Basic authentication, or a bearer token.',
  large: {
    mostBytes: 256 * 1024,
    why: 'A notice of Amazon SNS has up to 256 kB. It is read only after its secret is verified.',
  },
  data: z.object({}),
  // A mail service reports many bounces from few addresses.
  limit: { perAddress: 6000 },
  refusals: ['NOTICE_NOT_PROVEN', 'MALFORMED'],
})
