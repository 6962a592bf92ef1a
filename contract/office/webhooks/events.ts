import type { Permission } from '#contract/core/permissions.ts'

/** The permissions that decide what a webhook's events may contain. */
export const webhookPermissions = [
  'registrations:read',
  'people:read',
] as const satisfies readonly Permission[]
export type WebhookPermission = (typeof webhookPermissions)[number]

interface WebhookEventKind {
  /** The event in words, in the form, in the log and in messages for chats. */
  label: string
  /** The permission to read it. */
  reads: WebhookPermission
}

/** Every event type of webhooks. `webhook_types` in the database says which activities are which. */
export const webhookEvents = {
  'registration.created': { label: 'Registered', reads: 'registrations:read' },
  'registration.moved': { label: 'Moved to another time slot', reads: 'registrations:read' },
  'registration.canceled': { label: 'Registration canceled', reads: 'registrations:read' },
  'registration.restored': { label: 'Registration restored', reads: 'registrations:read' },
  'registration.checked_in': { label: 'Checked in', reads: 'registrations:read' },
  'registration.attended': { label: 'Attended', reads: 'registrations:read' },
  'hours.credited': { label: 'Hours credited', reads: 'registrations:read' },
  'certificate.issued': { label: 'Certificate issued', reads: 'registrations:read' },
  'certificate.corrected': { label: 'Certificate corrected', reads: 'registrations:read' },
  'certificate.withdrawn': { label: 'Certificate withdrawn', reads: 'registrations:read' },
  'waitlist.offered': { label: 'Waitlist seat offered', reads: 'registrations:read' },
  'person.profile_changed': { label: 'Profile changed', reads: 'people:read' },
  'person.consent_changed': { label: 'Consent changed', reads: 'people:read' },
} as const satisfies Record<string, WebhookEventKind>

export type WebhookEvent = keyof typeof webhookEvents
export const webhookEventTypes = Object.keys(webhookEvents) as [WebhookEvent, ...WebhookEvent[]]

/** The type of a test event, which every webhook gets. */
export const testEvent = 'webhook.test'

/** Returns an event type's words. */
export function webhookEventLabel(type: string): string {
  if (type === testEvent) return 'Test event'
  return webhookEvents[type as WebhookEvent]?.label ?? type
}

/** The placeholders of a message for a chat, each with its meaning. */
export const chatPlaceholders = {
  what: 'the event, such as Registered',
  person: "the person's name",
  email: "the person's email",
  event: "the event's name",
  slot: 'the days and times of the time slot',
  hours: 'the hours credited',
} as const
export type ChatPlaceholder = keyof typeof chatPlaceholders

export const standardTemplate = '{what}: {person}, {event}, {slot}'

/** Returns the unknown placeholders of a template. */
export function unknownPlaceholders(template: string): string[] {
  return [...template.matchAll(/\{([^{}]*)\}/g)]
    .map(([, name = '']) => name)
    .filter((name) => !Object.hasOwn(chatPlaceholders, name))
}

/** Returns a template with its placeholders replaced; a value that an event lacks is left out with its comma. */
export function filledTemplate(template: string, values: Partial<Record<ChatPlaceholder, string>>): string {
  return template
    .replaceAll(/(, )?\{([^{}]*)\}/g, (_, comma = '', name) => {
      const value = values[name as ChatPlaceholder]
      return value ? `${comma}${value}` : ''
    })
    .replaceAll(/: ,/g, ':')
    .replace(/:\s*$/, '')
    .trim()
}
