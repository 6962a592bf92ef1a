import * as accountMerges from './account-merges.ts'
import * as accountRecords from './account-records.ts'
import * as accounts from './accounts.ts'
import * as activities from './activities.ts'
import * as attendances from './attendances.ts'
import * as bounces from './bounces.ts'
import * as bulkHours from './bulk-hours.ts'
import * as bulkJobs from './bulk-jobs.ts'
import * as calendars from './calendars.ts'
import * as certificates from './certificates.ts'
import * as dashboard from './dashboard.ts'
import type { Endpoint } from './endpoint.ts'
import * as eventCopies from './event-copies.ts'
import * as eventEdits from './event-edits.ts'
import * as events from './events.ts'
import * as health from './health.ts'
import * as identity from './identity.ts'
import * as mailTries from './mail-tries.ts'
import * as mails from './mails.ts'
import * as passkeys from './passkeys.ts'
import * as providers from './providers.ts'
import * as registrationChanges from './registration-changes.ts'
import * as registrations from './registrations.ts'
import * as reminders from './reminders.ts'
import * as secondFactors from './second-factors.ts'
import * as speakerEdits from './speaker-edits.ts'
import * as sponsorEdits from './sponsor-edits.ts'
import * as sponsorExports from './sponsor-exports.ts'
import * as support from './support.ts'
import * as uploads from './uploads.ts'
import * as userAdministrators from './user-administrators.ts'
import * as userEdits from './user-edits.ts'
import * as userEmailChanges from './user-email-changes.ts'
import * as users from './users.ts'
import * as webinarComparisons from './webinar-comparisons.ts'
import * as webinarJoins from './webinar-joins.ts'
import * as webinarNotices from './webinar-notices.ts'
import * as webinarRooms from './webinar-rooms.ts'
import * as webinars from './webinars.ts'

/** Every call of the portal by its noun: what the documentation shows and the access test walks. */
export const endpoints: Record<string, Endpoint[]> = {
  identity: endpointsOf(identity),
  users: endpointsOf(users),
  passkeys: endpointsOf(passkeys),
  'second-factors': endpointsOf(secondFactors),
  'user-edits': endpointsOf(userEdits),
  'user-administrators': endpointsOf(userAdministrators),
  'user-email-changes': endpointsOf(userEmailChanges),
  accounts: endpointsOf(accounts),
  'account-records': endpointsOf(accountRecords),
  'account-merges': endpointsOf(accountMerges),
  events: endpointsOf(events),
  'event-edits': endpointsOf(eventEdits),
  'event-copies': endpointsOf(eventCopies),
  'sponsor-edits': endpointsOf(sponsorEdits),
  'speaker-edits': endpointsOf(speakerEdits),
  webinars: endpointsOf(webinars),
  'webinar-comparisons': endpointsOf(webinarComparisons),
  'webinar-notices': endpointsOf(webinarNotices),
  'webinar-joins': endpointsOf(webinarJoins),
  'webinar-rooms': endpointsOf(webinarRooms),
  attendances: endpointsOf(attendances),
  registrations: endpointsOf(registrations),
  'registration-changes': endpointsOf(registrationChanges),
  activities: endpointsOf(activities),
  'bulk-jobs': endpointsOf(bulkJobs),
  'bulk-hours': endpointsOf(bulkHours),
  certificates: endpointsOf(certificates),
  providers: endpointsOf(providers),
  calendars: endpointsOf(calendars),
  reminders: endpointsOf(reminders),
  mails: endpointsOf(mails),
  'mail-tries': endpointsOf(mailTries),
  bounces: endpointsOf(bounces),
  dashboard: endpointsOf(dashboard),
  'sponsor-exports': endpointsOf(sponsorExports),
  uploads: endpointsOf(uploads),
  support: endpointsOf(support),
  health: endpointsOf(health),
}

function endpointsOf(exports: object): Endpoint[] {
  return Object.values(exports).filter(
    (value): value is Endpoint =>
      typeof value === 'object' && value !== null && 'path' in value && 'access' in value,
  )
}
