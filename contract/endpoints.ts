import * as accountMerges from './account-merges.ts'
import * as accountRecords from './account-records.ts'
import * as accounts from './accounts.ts'
import * as activities from './activities.ts'
import * as bulkHours from './bulk-hours.ts'
import * as bulkJobs from './bulk-jobs.ts'
import * as calendars from './calendars.ts'
import * as certificates from './certificates.ts'
import * as dashboard from './dashboard.ts'
import type { Endpoint } from './endpoint.ts'
import * as events from './events.ts'
import * as health from './health.ts'
import * as identity from './identity.ts'
import * as mails from './mails.ts'
import * as registrationChanges from './registration-changes.ts'
import * as registrations from './registrations.ts'
import * as reminders from './reminders.ts'
import * as sponsorExports from './sponsor-exports.ts'
import * as support from './support.ts'
import * as userAdministrators from './user-administrators.ts'
import * as userEdits from './user-edits.ts'
import * as userEmailChanges from './user-email-changes.ts'
import * as users from './users.ts'

/** Every call of the portal by its noun: what the documentation shows and the access test walks. */
export const endpoints: Record<string, Endpoint[]> = {
  identity: endpointsOf(identity),
  users: endpointsOf(users),
  'user-edits': endpointsOf(userEdits),
  'user-administrators': endpointsOf(userAdministrators),
  'user-email-changes': endpointsOf(userEmailChanges),
  accounts: endpointsOf(accounts),
  'account-records': endpointsOf(accountRecords),
  'account-merges': endpointsOf(accountMerges),
  events: endpointsOf(events),
  registrations: endpointsOf(registrations),
  'registration-changes': endpointsOf(registrationChanges),
  activities: endpointsOf(activities),
  'bulk-jobs': endpointsOf(bulkJobs),
  'bulk-hours': endpointsOf(bulkHours),
  certificates: endpointsOf(certificates),
  calendars: endpointsOf(calendars),
  reminders: endpointsOf(reminders),
  mails: endpointsOf(mails),
  dashboard: endpointsOf(dashboard),
  'sponsor-exports': endpointsOf(sponsorExports),
  support: endpointsOf(support),
  health: endpointsOf(health),
}

function endpointsOf(exports: object): Endpoint[] {
  return Object.values(exports).filter(
    (value): value is Endpoint =>
      typeof value === 'object' && value !== null && 'path' in value && 'access' in value,
  )
}
