import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { searchLine } from '#contract/core/fields.ts'
import { idNames, idText, instant, numberText, onWire } from '#contract/core/wire.ts'

/** Every activity with its label in the history. */
export const activityLabels = {
  registered: 'Registered',
  moved: 'Moved to another time slot',
  cancelled: 'Canceled',
  deleted: 'Deleted',
  restored: 'Restored',
  rescheduled: 'Time slot changed',
  'waitlist-joined': 'Joined the waitlist',
  'waitlist-left': 'Left the waitlist',
  'waitlist-moved': 'Moved on the waitlist',
  'seat-offered': 'Seat offered',
  'seat-taken': 'Claimed the offered seat',
  'waitlist-registered': 'Registered, left the waitlist',
  'offer-expired': 'Offer of a seat expired',
  'wait-ended': 'Removed from the waitlist',
  // Written while a closed slot took its offers back.
  'offer-paused': 'Offer of a seat paused (older entries)',
  'make-up-admitted': 'Let into another time slot for missing hours',
  'make-up-ended': 'Access to another time slot ended',
  'confirmation-mailed': 'Confirmation resent',
  'handed-over': 'Moved to another account',
  credited: 'Hours changed',
  'hours-released': 'Automatic hours in use',
  'review-asked': 'Review requested',
  'review-answered': 'Review answered',
  'certificate-issued': 'Certificate issued',
  'certificate-mailed': 'Certificate emailed',
  'earlier-certificate-recorded': 'Certificate issued elsewhere recorded',
  'earlier-certificate-changed': 'Certificate issued elsewhere changed',
  'earlier-certificate-removed': 'Certificate issued elsewhere removed',
  'checked-in': 'Checked in',
  'checked-out': 'Checked out',
  'check-in-undone': 'Check-in undone',
  attended: 'Attended',
  'ticket-replaced': 'Ticket replaced',
  'sheet-uploaded': 'Sign-in sheet uploaded',
  'signed-up': 'Signed up',
  'profile-changed': 'Profile changed',
  'email-changed': 'Email changed',
  'email-bounced': 'Email bounced',
  'bounce-cleared': 'Bounce cleared',
  'accounts-merged': 'Merged with another account',
  'accounts-separated': 'Merge undone',
  'accounts-distinguished': 'Marked as different people',
  'distinction-undone': 'Mark as different people undone',
  'sessions-ended': 'Signed out everywhere',
  'administrator-invited': 'Invited as an administrator',
  'administrator-role-changed': 'Role changed',
  'administrator-removed': 'Removed as an administrator',
  'second-factor-on': 'Two-step verification turned on',
  'second-factor-changed': 'Two-step verification changed',
  'second-factor-off': 'Two-step verification turned off',
  'second-factor-reset': 'Two-step verification reset',
  'second-factor-shown': 'Two-step verification passed',
  'second-factor-refused': 'Two-step verification failed',
  'passkey-added': 'Passkey added',
  'passkey-renamed': 'Passkey renamed',
  'passkey-removed': 'Passkey removed',
  'passkey-used': 'Signed in with a passkey',
  'passkey-refused': 'Passkey refused',
  'single-sign-on': 'Signed in with a company account',
  'single-sign-on-refused': 'Company account refused',
  'single-sign-on-ended': 'Signed out after a check of the company account',
  'administrator-by-group': 'Became an administrator by a group',
  'api-key-made': 'API key made',
  'api-key-revoked': 'API key revoked',
  'webhook-added': 'Webhook added',
  'webhook-changed': 'Webhook changed',
  'webhook-turned-on': 'Webhook turned on',
  'webhook-turned-off': 'Webhook turned off',
  'webhook-deleted': 'Webhook deleted',
  'webhook-secret-changed': 'Secret of a webhook changed',
  'webhook-old-secret-ended': 'Old secret of a webhook ended',
  'webhook-sent-again': 'Webhook events sent again',
  'event-added': 'Event added',
  'event-changed': 'Event changed',
  'event-deleted': 'Event deleted',
  // Written while the panel could rehearse events.
  'event-rehearsed': 'Event rehearsed',
  'inspection-downloaded': 'FAA records downloaded',
  // Written while packs were stored and had links.
  'inspection-asked': 'FAA records requested (older entries)',
  'inspection-shared': 'FAA records link created (older entries)',
  'inspection-revoked': 'FAA records link revoked (older entries)',
  'inspection-opened': 'FAA records link opened (older entries)',
  'slot-added': 'Slot added',
  'slot-changed': 'Slot changed',
  'slot-deleted': 'Slot deleted',
  'webinar-synced': 'Webinar synced',
  'webinar-delinked': 'Webinar delinked',
  'webinar-sync-ended': 'Sync or delink of a webinar ended',
  'attendance-asked': 'Attendance requested',
  'attendance-received': 'Attendance received',
  // Written until 'attendance-asked' replaced it.
  'attendance-fetched': 'Attendance requested (older entries)',
  'attendance-uploaded': 'Attendance uploaded',
  'attendance-decided': 'Attendance decided',
  'automation-changed': 'Credit automation changed',
  'recount-differs': 'Nightly check found different hours',
  'recount-seen': 'Nightly check reviewed',
  'overlap-named': 'Credited twice for the same time',
  'overlap-seen': 'Credits for the same time reviewed',
  'hours-stated': 'Teaching times adjusted',
  'poll-codes-made': 'Poll codes created',
  'poll-code-withdrawn': 'Poll code withdrawn',
  'poll-answered': 'Poll answered by code',
  'figures-changed': 'Credit rules changed',
  'webinar-repaired': 'Webinar differences repaired',
  'webinar-time-sent': 'Time update requested on the webinar platform',
  'webinar-time-written': 'Time changed on the webinar platform',
  'webinar-time-refused': 'Time not changed on the webinar platform',
  'speaker-added': 'Speaker added',
  'speaker-cloned': 'Speaker cloned',
  'speaker-changed': 'Speaker changed',
  'speaker-deleted': 'Speaker deleted',
  'sponsor-added': 'Sponsor added',
  'sponsor-changed': 'Sponsor changed',
  'sponsor-deleted': 'Sponsor deleted',
  'roster-reported': 'Roster reported',
  'questions-changed': 'Questions changed',
  'answers-changed': 'Answers changed',
  exported: 'Exported to a file',
  'import-started': 'Import started',
  'import-undone': 'Import undone',
  'exported-for-sponsors': 'Exported for sponsors',
  'provider-changed': 'Training provider changed',
  'brand-changed': 'Name, logo or colors changed',
  'course-number-changed': 'FAA course number changed',
  'embed-site-added': 'Website allowed to show the events',
  'embed-site-removed': 'Website removed from those that show the events',
  'message-started': 'Message sent to people',
  'message-stopped': 'Message stopped',
  'mails-tried-again': 'Emails retried',
  'mails-sent-again': 'Emails resent after no answer',
} as const
export type Activity = keyof typeof activityLabels
const activities = Object.keys(activityLabels) as [Activity, ...Activity[]]

/** Activities that start a version of their subject. A write with an older version is refused, with the changes. */
export const decisive: readonly Activity[] = [
  'moved',
  'cancelled',
  'deleted',
  'restored',
  'credited',
  'hours-released',
  'profile-changed',
  'email-changed',
  'handed-over',
  'accounts-merged',
  'accounts-separated',
  'event-changed',
  'event-deleted',
  'slot-changed',
  'slot-deleted',
  'speaker-changed',
  'speaker-deleted',
  'sponsor-changed',
  'sponsor-deleted',
  'provider-changed',
  'brand-changed',
]

const Name = z.object({
  userId: z.string(),
  /** First and last name; '' if missing. */
  name: z.string(),
  email: z.string(),
})

export const ActivityEntry = z.object({
  activityId: z.int(),
  activity: z.enum(activities),
  actedAt: instant(),
  /** null: the portal, or a deleted account. */
  actedBy: z.nullable(Name),
  /** The person concerned; null if none, or for a deleted account. */
  person: z.nullable(Name),
  registrationId: z.nullable(z.int()),
  event: z.nullable(onWire(idNames, { eventId: z.int(), eventName: z.string() })),
  /** The changes in words; '' for no value. */
  changes: z.array(z.object({ what: z.string(), from: z.string(), to: z.string() })),
  /**
   * The affected item: an event's part, a second factor's kind, the rule of a credit, or a pack's scope and
   * hash; '' if none.
   */
  item: z.string(),
  reason: z.string(),
  /** The name and prefix of the API key by which it was done; absent if by none. */
  apiKey: z.optional(z.string()),
  isRestorable: z.boolean(),
})
export type ActivityEntry = z.output<typeof ActivityEntry>

/** The entries per answer. */
export const activitiesAtOnce = 50

export const getActivities = endpoint({
  route: 'GET /private/activities',
  access: 'registrations:read',
  summary:
    'The activities of people and administrators, newest first: fifty, of a person, an event, a registration or a kind, older than a given one.',
  query: onWire(idNames, {
    /** Name or email of the person or the actor. */
    search: z.optional(searchLine()),
    userId: z.optional(z.uuid({ error: 'A user id is a UUID' })),
    eventId: z.optional(idText()),
    registrationId: z.optional(idText()),
    activity: z.optional(z.enum(activities, { error: `One of: ${activities.join(', ')}` })),
    before: z.optional(numberText('An activity id is a number', { min: 1, max: 9_999_999_999 })),
  }),
  data: z.object({ activities: z.array(ActivityEntry), hasMore: z.boolean() }),
})
