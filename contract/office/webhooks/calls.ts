import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { longest, optionalText, requiredLine } from '#contract/core/fields.ts'
import { givenInstant, id, instant, listOf, numberText, readState } from '#contract/core/wire.ts'
import { unknownPlaceholders, webhookEvents, webhookEventTypes, webhookPermissions } from './events.ts'

export const webhookKinds = ['standard', 'slack', 'teams'] as const
export type WebhookKind = (typeof webhookKinds)[number]

/** The most webhooks, so that each has a worker of its own. */
export const mostWebhooks = 20

/** The days for which the log has a delivery. */
export const deliveryDays = 30

/** The days for which an old secret still signs beside the new one. */
export const oldSecretDays = 3

/** The days of failures after which a webhook is turned off. */
export const failingDays = 3

/** The deliveries per answer. */
export const deliveriesAtOnce = 50

/** The most deliveries that can be sent again in one call. */
export const mostSentAgain = 1000

const notAddress = 'Has to be an address like https://crm.example.com/hooks'
const noEvent = 'Choose at least one event'
const noPermission = 'Choose at least one permission'
const longestTemplate = 500

/** Returns true for an address that a webhook may have: no name and password in it. Plain http needs a setting. */
function isWebhookAddress(value: string): boolean {
  try {
    const { protocol, username, password, hostname } = new URL(value)
    return /^https?:$/.test(protocol) && hostname !== '' && username + password === ''
  } catch {
    return false
  }
}

const given = {
  name: requiredLine('Please give it a name', 60),
  url: requiredLine(notAddress, longest.link).check(z.refine(isWebhookAddress, { error: notAddress })),
  events: z
    .array(z.enum(webhookEventTypes, { error: `One of: ${webhookEventTypes.join(', ')}` }), {
      error: noEvent,
    })
    .check(z.minLength(1, { error: noEvent }), z.maxLength(webhookEventTypes.length, { error: noEvent })),
  permissions: z
    .array(z.enum(webhookPermissions, { error: `One of: ${webhookPermissions.join(', ')}` }), {
      error: noPermission,
    })
    .check(
      z.minLength(1, { error: noPermission }),
      z.maxLength(webhookPermissions.length, { error: noPermission }),
    ),
  /** The message for a chat. Not used by `standard`. */
  template: optionalText(longestTemplate).check(
    z.refine((template) => unknownPlaceholders(template).length === 0, {
      error: 'Has a placeholder that does not exist. See the list below.',
    }),
  ),
}

/** Refuses an event that the permissions do not allow to read. */
const eventsPermitted = z.refine<{ events: (keyof typeof webhookEvents)[]; permissions: string[] }>(
  ({ events, permissions }) => events.every((event) => permissions.includes(webhookEvents[event].reads)),
  { error: 'These events need another permission. Choose it below.', path: ['events'] },
)

const kind = z.enum(webhookKinds, { error: `One of: ${webhookKinds.join(', ')}` })

export const NewWebhook = z.object({ kind, ...given }).check(eventsPermitted)
export type NewWebhook = z.output<typeof NewWebhook>

export const ChangedWebhook = z.object({ webhookId: id(), ...given, state: readState }).check(eventsPermitted)
export type ChangedWebhook = z.output<typeof ChangedWebhook>

export const Webhook = z.object({
  webhookId: z.int(),
  name: z.string(),
  kind,
  url: z.string(),
  template: z.string(),
  events: z.array(z.string()),
  permissions: z.array(z.string()),
  addedAt: instant(),
  /** Names what can be changed, in `changeWebhook`. */
  state: z.string(),
  isOn: z.boolean(),
  /** The reason why it is off: by an administrator, the receiver answered 410, or it failed for days. null: it is on. */
  offReason: z.nullable(z.enum(['by-hand', 'gone', 'failing'])),
  /** The first failure since the last success; null: it works. */
  failingSince: z.nullable(instant()),
  /** Events are also signed with the old secret until then; null: there is one secret. */
  oldSecretUntil: z.nullable(instant()),
  /** Deliveries that wait. */
  waiting: z.int(),
  lastDeliveredAt: z.nullable(instant()),
})
export type Webhook = z.output<typeof Webhook>

export const deliveryStates = ['waiting', 'delivered', 'failed'] as const
export type DeliveryState = (typeof deliveryStates)[number]

export const WebhookDelivery = z.object({
  deliveryId: z.int(),
  type: z.string(),
  happenedAt: instant(),
  state: z.enum(deliveryStates),
  attempts: z.int(),
  /** The next try; null if none is planned, or if it is due. */
  dueAt: z.nullable(instant()),
  /** The status of the newest answer; null without one. */
  status: z.nullable(z.int()),
  /** The reason why the newest try failed; '' if it did not. */
  problem: z.string(),
  /** Name or email of the person; '' without one, or for a deleted account. */
  person: z.string(),
})
export type WebhookDelivery = z.output<typeof WebhookDelivery>

export const WebhookAttempt = z.object({
  triedAt: instant(),
  milliseconds: z.int(),
  /** null: no answer. */
  status: z.nullable(z.int()),
  problem: z.string(),
  /** The beginning of the answer. */
  answer: z.string(),
  /** The header `webhook-signature`. */
  signature: z.string(),
})
export type WebhookAttempt = z.output<typeof WebhookAttempt>

const access = 'administrators:write' as const
const byId = z.object({ webhookId: id() })
const proofs = ['FACTOR_NOT_PROVEN', 'PASSWORD_NOT_PROVEN'] as const

export const getWebhooks = endpoint({
  route: 'GET /private/webhooks',
  access,
  summary: 'All webhooks, by name. Their addresses may be secrets, so only administrators read them.',
  data: z.object({ webhooks: z.array(Webhook) }),
})

export const addWebhook = endpoint({
  route: 'POST /private/webhooks',
  access,
  summary: 'Adds a webhook and returns its secret once. Requires a recent proof.',
  body: NewWebhook,
  data: z.object({ webhookId: z.int(), secret: z.string() }),
  refusals: [...proofs, 'WEBHOOKS_TOO_MANY'],
})

export const changeWebhook = endpoint({
  route: 'POST /private/webhooks/change',
  access,
  summary:
    'Changes a webhook. Deliveries that wait go to the new address, with what it may read now. Requires a recent proof.',
  body: ChangedWebhook,
  data: z.object({}),
  refusals: [...proofs, 'WEBHOOK_NOT_FOUND', 'CHANGED_MEANWHILE'],
})

export const switchWebhook = endpoint({
  route: 'POST /private/webhooks/switch',
  access,
  summary: 'Turns a webhook on or off. Off, it gets no new events, and those that waited count as failed.',
  body: z.object({ webhookId: id(), isOn: z.boolean({ error: 'Must be true or false' }) }),
  data: z.object({}),
  refusals: ['WEBHOOK_NOT_FOUND'],
})

export const deleteWebhook = endpoint({
  route: 'POST /private/webhooks/delete',
  access,
  summary: 'Deletes a webhook with its log.',
  body: byId,
  data: z.object({}),
  refusals: ['WEBHOOK_NOT_FOUND'],
})

export const changeWebhookSecret = endpoint({
  route: 'POST /private/webhooks/secret',
  access,
  summary: `Gives a webhook a new secret and returns it once. The old one also signs for ${oldSecretDays} days. Requires a recent proof.`,
  body: byId,
  data: z.object({ secret: z.string() }),
  refusals: [...proofs, 'WEBHOOK_NOT_FOUND'],
})

export const endOldWebhookSecret = endpoint({
  route: 'POST /private/webhooks/end-old-secret',
  access,
  summary: 'Stops signing with the old secret.',
  body: byId,
  data: z.object({}),
  refusals: ['WEBHOOK_NOT_FOUND'],
})

export const testWebhook = endpoint({
  route: 'POST /private/webhooks/test',
  access,
  summary: 'Sends a test event, which the log shows.',
  body: byId,
  data: z.object({}),
  refusals: ['WEBHOOK_NOT_FOUND', 'WEBHOOK_OFF'],
})

export const getWebhookDeliveries = endpoint({
  route: 'GET /private/webhooks/deliveries',
  access,
  summary: `The deliveries of a webhook in the last ${deliveryDays} days, newest first: ${deliveriesAtOnce}, older than a given one.`,
  query: z.object({
    webhookId: numberText('A webhook id is a number', { min: 1, max: 2_147_483_647 }),
    state: z.optional(z.enum(deliveryStates, { error: `One of: ${deliveryStates.join(', ')}` })),
    before: z.optional(numberText('A delivery id is a number', { min: 1, max: 9_999_999_999 })),
  }),
  data: z.object({ deliveries: z.array(WebhookDelivery), hasMore: z.boolean() }),
})

export const getWebhookDelivery = endpoint({
  route: 'GET /private/webhooks/delivery',
  access,
  summary: 'A delivery with its request and the answers to each try.',
  query: z.object({
    deliveryId: numberText('A delivery id is a number', { min: 1, max: 9_999_999_999 }),
  }),
  data: z.object({
    /** The header `webhook-id`. */
    messageId: z.string(),
    /** The body that is sent; null until the next try writes it, and once the person deleted their account. */
    body: z.nullable(z.string()),
    attempts: z.array(WebhookAttempt),
  }),
  refusals: ['DELIVERY_NOT_FOUND'],
})

export const sendWebhookAgain = endpoint({
  route: 'POST /private/webhooks/send-again',
  access,
  summary: `Sends deliveries again, in their order and with their ids: chosen ones, or those of a span. At most ${mostSentAgain} at a time.`,
  body: z.object({
    webhookId: id(),
    deliveryIds: z.optional(
      listOf(id(), mostSentAgain).check(z.minLength(1, { error: 'Choose at least one delivery' })),
    ),
    /** The span, by the time of the events; used without `deliveryIds`. */
    from: z.optional(givenInstant()),
    until: z.optional(givenInstant()),
    /** In a span: only failed ones. */
    onlyFailed: z.optional(z.boolean({ error: 'Must be true or false' })),
    /** In a span: only those after this one, the `last` of the former answer. */
    after: z.optional(id()),
  }),
  data: z.object({
    sent: z.int(),
    /** The last delivery that is sent again. */
    last: z.int(),
    /** The span has more: repeat the call with `after`. */
    hasMore: z.boolean(),
  }),
  refusals: ['WEBHOOK_NOT_FOUND', 'WEBHOOK_OFF', 'DELIVERY_NOT_FOUND'],
})
