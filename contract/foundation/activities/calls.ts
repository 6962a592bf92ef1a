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
  'seat-taken': 'Offered seat taken',
  'waitlist-registered': 'Registered, left the waitlist',
  'offer-expired': 'Offer of a seat expired',
  'wait-ended': 'Wait ended',
  // Written while a closed slot took its offers back.
  'offer-paused': 'Offer of a seat paused (older entries)',
  'make-up-admitted': 'Admitted to another time slot for missing hours',
  'make-up-ended': 'Admission to another time slot ended',
  'confirmation-mailed': 'Confirmation sent again',
  'handed-over': 'Handed over to another account',
  credited: 'Hours credited',
  'hours-released': 'Hours released to the rule',
  'review-asked': 'Review requested',
  'review-answered': 'Review answered',
  'certificate-issued': 'Certificate issued',
  'certificate-mailed': 'Certificate emailed',
  'checked-in': 'Checked in',
  'checked-out': 'Checked out',
  'check-in-undone': 'Check-in undone',
  'ticket-replaced': 'Ticket replaced',
  'sheet-uploaded': 'Sign-in sheet uploaded',
  'signed-up': 'Signed up',
  'profile-changed': 'Profile changed',
  'email-changed': 'Email changed',
  'email-bounced': 'Email bounced',
  'bounce-cleared': 'Bounce cleared',
  'accounts-merged': 'Merged with another account',
  'accounts-separated': 'Merge of accounts undone',
  'accounts-distinguished': 'Marked as not the same person as another account',
  'distinction-undone': 'Mark as not the same person undone',
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
  'event-added': 'Event added',
  'event-changed': 'Event changed',
  'event-deleted': 'Event deleted',
  // Written while the panel could rehearse events.
  'event-rehearsed': 'Event rehearsed',
  'inspection-downloaded': 'Inspection pack downloaded',
  // Written while packs were stored and had links.
  'inspection-asked': 'Inspection pack requested (older entries)',
  'inspection-shared': 'Inspection link made (older entries)',
  'inspection-revoked': 'Inspection link revoked (older entries)',
  'inspection-opened': 'Inspection link opened (older entries)',
  'slot-added': 'Slot added',
  'slot-changed': 'Slot changed',
  'slot-deleted': 'Slot deleted',
  'webinar-synced': 'Webinar synced',
  'webinar-delinked': 'Webinar delinked',
  'attendance-asked': 'Attendance requested',
  'attendance-received': 'Attendance received',
  // Written until 'attendance-asked' replaced it.
  'attendance-fetched': 'Attendance requested (older entries)',
  'attendance-uploaded': 'Attendance uploaded',
  'attendance-decided': 'Attendance decided',
  'automation-changed': 'Credit automation changed',
  'recount-differs': 'Recount gave other hours',
  'recount-seen': 'Recount seen',
  'overlap-named': 'Credited twice for the same time',
  'overlap-seen': 'Credits for the same time seen',
  'hours-stated': 'Hours as taught stated',
  'poll-codes-made': 'Poll codes made',
  'poll-code-withdrawn': 'Poll code withdrawn',
  'poll-answered': 'Poll answered by code',
  'figures-changed': 'Figures of hours changed',
  'webinar-repaired': 'Webinar differences repaired',
  'webinar-time-sent': 'Time sent to the webinar platform',
  'webinar-time-written': 'Time changed on the webinar platform',
  'webinar-time-refused': 'Time not changed on the webinar platform',
  'speaker-added': 'Speaker added',
  'speaker-cloned': 'Speaker cloned',
  'speaker-changed': 'Speaker changed',
  'speaker-deleted': 'Speaker deleted',
  'sponsor-added': 'Sponsor added',
  'sponsor-changed': 'Sponsor changed',
  'sponsor-deleted': 'Sponsor deleted',
  exported: 'Exported to a file',
  'exported-for-sponsors': 'Exported for sponsors',
  'provider-changed': 'Training provider changed',
  'course-number-changed': 'FAA course number changed',
  'message-started': 'Message written to people',
  'message-stopped': 'Message stopped',
  'mails-tried-again': 'Emails retried',
  'mails-sent-again': 'Emails sent again after no answer',
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
  isRestorable: z.boolean(),
})
export type ActivityEntry = z.output<typeof ActivityEntry>

/** The entries per answer. */
export const activitiesAtOnce = 50

export const getActivities = endpoint({
  method: 'GET',
  path: '/private/activities',
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
