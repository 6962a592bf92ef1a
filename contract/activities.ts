import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { longest, optionalLine } from './fields.ts'
import { idText, instant, numberText } from './wire.ts'

/** What can happen to a registration, in the order it usually does, to a person, and to many; what each is called in the history. */
export const activityLabels = {
  registered: 'Registered',
  moved: 'Moved to another time slot',
  cancelled: 'Canceled',
  deleted: 'Deleted',
  restored: 'Restored',
  'confirmation-mailed': 'Confirmation sent again',
  'handed-over': 'Handed over to another account',
  credited: 'Hours credited',
  'certificate-issued': 'Certificate issued',
  'certificate-mailed': 'Certificate emailed',
  'signed-up': 'Signed up',
  'profile-changed': 'Profile changed',
  'email-changed': 'Email changed',
  'accounts-merged': 'Merged with another account',
  'accounts-separated': 'Merge of accounts undone',
  'sessions-ended': 'Signed out everywhere',
  'administrator-invited': 'Invited as an administrator',
  'administrator-removed': 'Removed from the administrators',
  exported: 'Exported as CSV',
  'exported-for-sponsors': 'Exported for sponsors',
} as const
export type Activity = keyof typeof activityLabels
const activities = Object.keys(activityLabels) as [Activity, ...Activity[]]

/** Each of these makes a new version of a registration or a person: whoever has read an older one is told before they write. */
export const decisive: readonly Activity[] = [
  'moved',
  'cancelled',
  'deleted',
  'restored',
  'credited',
  'profile-changed',
  'email-changed',
  'handed-over',
  'accounts-merged',
  'accounts-separated',
]

/** So many days what was deleted can be restored. */
export const restorableDays = 30

const Name = z.object({
  userId: z.string(),
  /** First and last name, '' where there is none yet. */
  name: z.string(),
  email: z.string(),
})

export const ActivityEntry = z.object({
  activityId: z.number(),
  activity: z.enum(activities),
  actedAt: instant(),
  /** null: the portal by itself, or somebody who has deleted their account. */
  actedBy: z.nullable(Name),
  /** Whom it is about; null where it is about nobody, or they have deleted their account. */
  person: z.nullable(Name),
  registrationId: z.nullable(z.number()),
  event: z.nullable(z.object({ eventId: z.number(), eventName: z.string() })),
  /** What has become what, in words; '' stands for nothing. */
  changes: z.array(z.object({ what: z.string(), from: z.string(), to: z.string() })),
  reason: z.string(),
  /** Whether this deletion can be taken back still. */
  isRestorable: z.boolean(),
})
export type ActivityEntry = z.output<typeof ActivityEntry>

/** How many entries come at once. */
export const activitiesAtOnce = 50

export const getActivities = endpoint({
  method: 'GET',
  path: '/private/activities',
  access: 'admin',
  summary:
    'What people and administrators did, the newest first: fifty, of a person, an event, a registration or a kind, older than a given one.',
  query: z.object({
    /** Name or email of whom it is about or of who acted. */
    search: z.optional(optionalLine(longest.line)),
    userId: z.optional(z.uuid({ error: 'A user id is a UUID' })),
    eventId: z.optional(idText()),
    registrationId: z.optional(idText()),
    activity: z.optional(z.enum(activities, { error: `One of: ${activities.join(', ')}` })),
    before: z.optional(numberText('An activity id is a number', { min: 1, max: 9_999_999_999 })),
  }),
  data: z.object({ activities: z.array(ActivityEntry), hasMore: z.boolean() }),
})
