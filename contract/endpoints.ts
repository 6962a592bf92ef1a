import * as z from 'zod/mini'
import * as creditRules from '#contract/events/credit-rules/calls.ts'
import * as attendanceDecisions from './attendance/attendance-decisions/calls.ts'
import * as attendanceUploads from './attendance/attendance-uploads/calls.ts'
import * as attendances from './attendance/attendances/calls.ts'
import * as attendanceReports from './attendance/attendances/report-calls.ts'
import * as checkIns from './attendance/check-ins/calls.ts'
import * as doorDays from './attendance/check-ins/days.ts'
import * as checkInSheets from './attendance/check-ins/sheet-calls.ts'
import * as pollCodes from './attendance/poll-codes/calls.ts'
import * as signInSheets from './attendance/sign-in-sheets/calls.ts'
import type { Endpoint } from './core/endpoint.ts'
import * as health from './core/health.ts'
import * as certificates from './counting/certificates/calls.ts'
import * as creditFindings from './counting/credit-findings/calls.ts'
import * as ownFindings from './counting/credit-findings/own-calls.ts'
import * as pollQuestions from './counting/credit-findings/poll-questions.ts'
import * as creditTrials from './counting/credit-findings/what-if.ts'
import * as creditReviews from './counting/credit-reviews/calls.ts'
import * as makeUps from './counting/make-ups/calls.ts'
import * as recounts from './counting/recounts/calls.ts'
import * as unusualCredits from './counting/unusual-credits/calls.ts'
import * as calendars from './events/calendars/calls.ts'
import * as eventCopies from './events/event-copies/calls.ts'
import * as events from './events/events/calls.ts'
import * as eventEdits from './events/events/edits.ts'
import * as eventPlans from './events/events/plans.ts'
import * as slotAgendas from './events/slots/agenda-calls.ts'
import * as slots from './events/slots/calls.ts'
import * as speakers from './events/speakers/calls.ts'
import * as speakerEdits from './events/speakers/edits.ts'
import * as sponsorExports from './events/sponsor-exports/calls.ts'
import * as sponsors from './events/sponsors/calls.ts'
import * as sponsorEdits from './events/sponsors/edits.ts'
import * as activities from './foundation/activities/calls.ts'
import * as bounces from './foundation/bounces/calls.ts'
import * as mails from './foundation/mails/calls.ts'
import * as mailTries from './foundation/mails/tries.ts'
import * as signingKeys from './foundation/signing-keys/calls.ts'
import * as support from './foundation/support/calls.ts'
import * as trainingProviders from './foundation/training-providers/calls.ts'
import * as uploads from './foundation/uploads/calls.ts'
import * as credits from './ledger/credits/calls.ts'
import * as handCredits from './ledger/credits/hand-calls.ts'
import * as accounts from './office/accounts/calls.ts'
import * as accountMerges from './office/accounts/merges.ts'
import * as accountRecords from './office/accounts/records.ts'
import * as automations from './office/automations/calls.ts'
import * as bulkJobs from './office/bulk-jobs/calls.ts'
import * as bulkHours from './office/bulk-jobs/hours.ts'
import * as bulkUndo from './office/bulk-jobs/undo.ts'
import * as dashboard from './office/dashboard/calls.ts'
import * as inspections from './office/inspections/calls.ts'
import * as messages from './outreach/messages/calls.ts'
import * as messageLeaving from './outreach/messages/leaving.ts'
import * as reminders from './outreach/reminders/calls.ts'
import * as administrators from './people/administrators/calls.ts'
import * as emailChanges from './people/email-changes/calls.ts'
import * as identity from './people/identity/calls.ts'
import * as passkeys from './people/passkeys/calls.ts'
import * as secondFactors from './people/second-factors/calls.ts'
import * as sessions from './people/sessions/calls.ts'
import * as users from './people/users/calls.ts'
import * as userEdits from './people/users/edits.ts'
import * as userMemberships from './people/users/memberships.ts'
import * as userProfiles from './people/users/profiles.ts'
import * as userShapes from './people/users/user.ts'
import * as registrationLists from './registrations/registration-lists/calls.ts'
import * as registrationRows from './registrations/registration-lists/rows.ts'
import * as registrations from './registrations/registrations/calls.ts'
import * as registrationChanges from './registrations/registrations/changes.ts'
import * as tickets from './registrations/tickets/calls.ts'
import * as waitlists from './registrations/waitlists/calls.ts'
import * as webinarComparisons from './webinars/webinar-comparisons/calls.ts'
import * as webinarRooms from './webinars/webinar-rooms/calls.ts'
import * as webinars from './webinars/webinars/calls.ts'
import * as webinarJoins from './webinars/webinars/joins.ts'
import * as webinarWebhooks from './webinars/webinars/webhooks.ts'

const modules: Record<string, object[]> = {
  identity: [identity],
  sessions: [sessions],
  users: [users, userEdits],
  passkeys: [passkeys],
  'second-factors': [secondFactors],
  administrators: [administrators],
  'email-changes': [emailChanges],
  accounts: [accounts, accountRecords, accountMerges],
  events: [events, eventEdits, eventPlans],
  slots: [slots, slotAgendas],
  'event-copies': [eventCopies],
  sponsors: [sponsorEdits],
  speakers: [speakerEdits],
  webinars: [webinars, webinarWebhooks, webinarJoins],
  'webinar-comparisons': [webinarComparisons],
  'webinar-rooms': [webinarRooms],
  attendances: [attendances, attendanceReports],
  'attendance-uploads': [attendanceUploads],
  'attendance-decisions': [attendanceDecisions],
  registrations: [registrations, registrationChanges],
  'registration-lists': [registrationLists],
  activities: [activities],
  'bulk-jobs': [bulkJobs, bulkUndo, bulkHours],
  certificates: [certificates],
  'check-ins': [checkIns, checkInSheets, doorDays],
  'sign-in-sheets': [signInSheets],
  tickets: [tickets],
  'training-providers': [trainingProviders],
  'signing-keys': [signingKeys],
  calendars: [calendars],
  inspections: [inspections],
  reminders: [reminders],
  mails: [mails, mailTries],
  messages: [messages, messageLeaving],
  bounces: [bounces],
  credits: [credits, handCredits],
  'credit-rules': [creditRules],
  'credit-reviews': [creditReviews],
  automations: [automations],
  recounts: [recounts],
  'unusual-credits': [unusualCredits],
  'poll-codes': [pollCodes],
  'credit-findings': [creditFindings, creditTrials, ownFindings, pollQuestions],
  dashboard: [dashboard],
  'sponsor-exports': [sponsorExports],
  uploads: [uploads],
  waitlists: [waitlists],
  'make-ups': [makeUps],
  support: [support],
  health: [health],
}

/** Every call of the portal by its noun. */
export const endpoints: Record<string, Endpoint[]> = Object.fromEntries(
  Object.entries(modules).map(([noun, files]) => [
    noun,
    files.flatMap((exports) => Object.values(exports)).filter(isEndpoint),
  ]),
)

const exported = Object.values(modules)
  .flat()
  .flatMap((exports) => Object.entries(exports))

/** Every call by its exported name. */
export const operations: [name: string, Endpoint][] = exported.filter(([, value]) => isEndpoint(value))

/** Every shape with an exported name. */
export const shapes: [name: string, z.ZodMiniType][] = [
  ...exported,
  ...Object.entries({
    ...registrationRows,
    ...speakers,
    ...sponsors,
    ...userMemberships,
    ...userProfiles,
    ...userShapes,
  }),
].filter(([name, value]) => /^[A-Z]/.test(name) && value instanceof z.ZodMiniType)

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'path' in value && 'access' in value
}
