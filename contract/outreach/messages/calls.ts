import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { id, idNames, idText, instant, numberText, onWire } from '#contract/core/wire.ts'
import { UnregisteredFilter } from '#contract/registrations/registration-lists/calls.ts'
import { RegistrationFilter } from '#contract/registrations/registration-lists/rows.ts'
import { messageResults } from './rules.ts'
import { MessageText, messageKinds } from './text.ts'

/** The most recipients of a message. */
export const mostRecipients = 10_000

const UserId = z.uuid({ error: 'A user id is a UUID' })

/** A message's people: registrations or people by id, or all that match a filter of either list. */
export const MessageRecipients = z.union(
  [
    z.object({ registrationIds: z.array(id()).check(z.minLength(1), z.maxLength(mostRecipients)) }),
    z.object({ userIds: z.array(UserId).check(z.minLength(1), z.maxLength(mostRecipients)) }),
    z.object({ filter: RegistrationFilter }),
    z.object({ unregistered: UnregisteredFilter }),
  ],
  { error: 'Has to name registrations or people by their ids or by a filter' },
)
export type MessageRecipients = z.output<typeof MessageRecipients>

/** A long list of recipients comes as the file of a form. */
const inForm = {
  fileField: 'recipients',
  large: { mostBytes: 640 * 1024, why: 'A message goes to 10,000 people, each with an id.', perPerson: 60 },
} as const

const Verdict = z.enum(['gets', ...messageResults])

/** A recipient in the preview, with the verdict. */
export const MessageRecipient = z.object({
  userId: z.string(),
  /** null for news. */
  registrationId: z.nullable(z.int()),
  name: z.string(),
  email: z.string(),
  /** The registration's event and slot; '' without one. */
  about: z.string(),
  verdict: Verdict,
})
export type MessageRecipient = z.output<typeof MessageRecipient>

/** The most recipients in the preview. */
export const mostShown = 200

export const previewRecipients = endpoint({
  route: 'POST /private/messages/recipients',
  access: 'mails:write',
  summary: `Who would get a message and who not, with the reasons. Names up to ${mostShown} people, first those who are left out. Changes nothing.`,
  body: z.object({
    kind: z.enum(messageKinds, { error: 'Has to be registration or news' }),
    /** The text has a join link, so people without one are left out. */
    hasJoinLink: z.boolean({ error: 'Must be true or false' }),
    recipients: MessageRecipients,
  }),
  ...inForm,
  data: z.object({
    counts: z.array(z.object({ verdict: Verdict, people: z.int() })),
    people: z.array(MessageRecipient),
    /** News can't be sent: the training provider has no postal address. */
    lacksAddress: z.boolean(),
  }),
  refusals: ['TOO_MANY_RECIPIENTS'],
})

/** A text, and the recipient whose values it shows, without their links. */
const asShown = z.object({
  message: MessageText,
  recipient: z.object(
    { userId: UserId, registrationId: z.nullable(id()) },
    { error: 'Has to name a person and, if any, a registration' },
  ),
})

export const drawMessage = endpoint({
  route: 'POST /private/messages/draw',
  access: 'mails:write',
  summary: 'The email as one recipient would get it, with sample links instead of theirs. Sends nothing.',
  body: asShown,
  data: z.object({ subject: z.string(), html: z.string(), text: z.string() }),
  refusals: ['RECIPIENT_NOT_FOUND'],
})

export const testMessage = endpoint({
  route: 'POST /private/messages/test',
  access: 'mails:write',
  summary: "Emails the caller what one recipient would get, with sample links. The recipient doesn't get it.",
  body: asShown,
  data: z.object({ email: z.string() }),
  refusals: ['RECIPIENT_NOT_FOUND'],
})

export const startMessage = endpoint({
  route: 'POST /private/messages',
  access: 'mails:write',
  summary:
    'Starts a message. A background job writes the emails, no faster than they leave. The same key starts it once.',
  body: z.object({
    startKey: z.uuid({ error: 'A start key is a UUID' }),
    message: MessageText,
    recipients: MessageRecipients,
  }),
  ...inForm,
  data: z.object({ messageId: z.int(), people: z.int() }),
  refusals: ['TOO_MANY_RECIPIENTS', 'NOTHING_TO_DO', 'POSTAL_ADDRESS_MISSING'],
})

export const Message = z.object({
  messageId: z.int(),
  kind: z.enum(messageKinds),
  subject: z.string(),
  startedAt: instant(),
  /** null for a deleted administrator. */
  startedBy: z.nullable(z.string()),
  /** The people who get it, as of the start. */
  people: z.int(),
  leftOut: z.int(),
  /** null: the job is still writing emails. */
  finishedAt: z.nullable(instant()),
  isStopped: z.boolean(),
})
export type Message = z.output<typeof Message>

/** The messages per answer. */
export const messagesAtOnce = 50

export const getMessages = endpoint({
  route: 'GET /private/messages',
  access: 'mails:read',
  summary:
    'The messages that administrators wrote to people, newest first: fifty, older than a given one, and only those about registrations of an event if one is given.',
  query: onWire(idNames, {
    before: z.optional(numberText('A message id is a number', { min: 1, max: 2_147_483_647 })),
    eventId: z.optional(idText()),
  }),
  data: z.object({ messages: z.array(Message), hasMore: z.boolean() }),
})

const MessageId = z.object({ messageId: idText() })

export const getMessage = endpoint({
  route: 'GET /private/messages/:messageId',
  access: 'mails:read',
  summary: 'A message with its text and the number of people for each result.',
  params: MessageId,
  data: z.object({
    ...Message.shape,
    html: z.string(),
    counts: z.array(z.object({ result: z.enum(messageResults), people: z.int() })),
    /** Emails can still be stopped. */
    isStoppable: z.boolean(),
  }),
  refusals: ['MESSAGE_NOT_FOUND'],
})

/** The recipients per answer. */
export const recipientsAtOnce = 100

export const getMessageResults = endpoint({
  route: 'GET /private/message-recipients',
  access: 'mails:read',
  summary: `The recipients of a message with their results: ${recipientsAtOnce}, after a given place.`,
  query: z.object({
    messageId: idText(),
    result: z.optional(z.enum(messageResults, { error: `One of: ${messageResults.join(', ')}` })),
    after: z.optional(numberText('A place is a number', { min: 1, max: 9_999_999_999 })),
  }),
  data: z.object({
    recipients: z.array(
      z.object({
        place: z.int(),
        /** null for a deleted account. */
        userId: z.nullable(z.string()),
        name: z.string(),
        email: z.string(),
        result: z.enum(messageResults),
        /** The mail server's words if it failed or bounced; '' if none. */
        problem: z.string(),
      }),
    ),
    hasMore: z.boolean(),
  }),
  refusals: ['MESSAGE_NOT_FOUND'],
})

export const stopMessage = endpoint({
  route: 'POST /private/messages/:messageId/stop',
  access: 'mails:write',
  summary: 'Stops a message: emails that have not left are withdrawn. Those that have left stay.',
  params: MessageId,
  data: z.object({}),
  refusals: ['MESSAGE_NOT_FOUND'],
})
