import * as z from 'zod/mini'
import * as accountMerges from './account-merges.ts'
import * as accountRecords from './account-records.ts'
import * as accounts from './accounts.ts'
import * as activities from './activities.ts'
import * as attendances from './attendances.ts'
import * as bounces from './bounces.ts'
import * as bulkHours from './bulk-hours.ts'
import * as bulkJobs from './bulk-jobs.ts'
import * as bulkUndo from './bulk-undo.ts'
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
import * as registrationRows from './registration-rows.ts'
import * as registrations from './registrations.ts'
import * as reminders from './reminders.ts'
import * as secondFactors from './second-factors.ts'
import * as speakerEdits from './speaker-edits.ts'
import * as speakers from './speakers.ts'
import * as sponsorEdits from './sponsor-edits.ts'
import * as sponsorExports from './sponsor-exports.ts'
import * as sponsors from './sponsors.ts'
import * as support from './support.ts'
import * as uploads from './uploads.ts'
import * as userAdministrators from './user-administrators.ts'
import * as userEdits from './user-edits.ts'
import * as userEmailChanges from './user-email-changes.ts'
import * as userMemberships from './user-memberships.ts'
import * as userProfiles from './user-profiles.ts'
import * as users from './users.ts'
import * as webinarComparisons from './webinar-comparisons.ts'
import * as webinarJoins from './webinar-joins.ts'
import * as webinarNotices from './webinar-notices.ts'
import * as webinarRooms from './webinar-rooms.ts'
import * as webinars from './webinars.ts'

const modules: Record<string, object> = {
  identity,
  users,
  passkeys,
  'second-factors': secondFactors,
  'user-edits': userEdits,
  'user-administrators': userAdministrators,
  'user-email-changes': userEmailChanges,
  accounts,
  'account-records': accountRecords,
  'account-merges': accountMerges,
  events,
  'event-edits': eventEdits,
  'event-copies': eventCopies,
  'sponsor-edits': sponsorEdits,
  'speaker-edits': speakerEdits,
  webinars,
  'webinar-comparisons': webinarComparisons,
  'webinar-notices': webinarNotices,
  'webinar-joins': webinarJoins,
  'webinar-rooms': webinarRooms,
  attendances,
  registrations,
  'registration-changes': registrationChanges,
  activities,
  'bulk-jobs': bulkJobs,
  'bulk-undo': bulkUndo,
  'bulk-hours': bulkHours,
  certificates,
  providers,
  calendars,
  reminders,
  mails,
  'mail-tries': mailTries,
  bounces,
  dashboard,
  'sponsor-exports': sponsorExports,
  uploads,
  support,
  health,
}

/** Every call of the portal by its noun. */
export const endpoints: Record<string, Endpoint[]> = Object.fromEntries(
  Object.entries(modules).map(([noun, exports]) => [noun, Object.values(exports).filter(isEndpoint)]),
)

const exported = Object.values(modules).flatMap((exports) => Object.entries(exports))

/** Every call by the name it is exported under. */
export const operations: [name: string, Endpoint][] = exported.filter(([, value]) => isEndpoint(value))

/** Every shape that is exported under a name of its own. */
export const shapes: [name: string, z.ZodMiniType][] = [
  ...exported,
  ...Object.entries({ ...registrationRows, ...speakers, ...sponsors, ...userMemberships, ...userProfiles }),
].filter(([name, value]) => /^[A-Z]/.test(name) && value instanceof z.ZodMiniType)

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'path' in value && 'access' in value
}
