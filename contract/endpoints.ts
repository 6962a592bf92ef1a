import * as z from 'zod/mini'
import * as accounts from './accounts/calls.ts'
import * as accountMerges from './accounts/merges.ts'
import * as accountRecords from './accounts/records.ts'
import * as activities from './activities/calls.ts'
import * as administrators from './administrators/calls.ts'
import * as attendanceDecisions from './attendance-decisions/calls.ts'
import * as attendanceUploads from './attendance-uploads/calls.ts'
import * as attendances from './attendances/calls.ts'
import * as attendanceReports from './attendances/report-calls.ts'
import * as automations from './automations/calls.ts'
import * as bounces from './bounces/calls.ts'
import * as bulkJobs from './bulk-jobs/calls.ts'
import * as bulkHours from './bulk-jobs/hours.ts'
import * as bulkUndo from './bulk-jobs/undo.ts'
import * as calendars from './calendars/calls.ts'
import * as certificates from './certificates/calls.ts'
import * as checkIns from './check-ins/calls.ts'
import * as doorDays from './check-ins/days.ts'
import * as checkInSheets from './check-ins/sheet-calls.ts'
import type { Endpoint } from './core/endpoint.ts'
import * as health from './core/health.ts'
import * as creditFindings from './credit-findings/calls.ts'
import * as ownFindings from './credit-findings/own-calls.ts'
import * as pollQuestions from './credit-findings/poll-questions.ts'
import * as creditTrials from './credit-findings/what-if.ts'
import * as creditReviews from './credit-reviews/calls.ts'
import * as creditRules from './credit-rules/calls.ts'
import * as credits from './credits/calls.ts'
import * as handCredits from './credits/hand-calls.ts'
import * as dashboard from './dashboard/calls.ts'
import * as emailChanges from './email-changes/calls.ts'
import * as eventCopies from './event-copies/calls.ts'
import * as events from './events/calls.ts'
import * as eventEdits from './events/edits.ts'
import * as eventPlans from './events/plans.ts'
import * as identity from './identity/calls.ts'
import * as inspections from './inspections/calls.ts'
import * as mails from './mails/calls.ts'
import * as mailTries from './mails/tries.ts'
import * as makeUps from './make-ups/calls.ts'
import * as messages from './messages/calls.ts'
import * as messageLeaving from './messages/leaving.ts'
import * as passkeys from './passkeys/calls.ts'
import * as pollCodes from './poll-codes/calls.ts'
import * as recounts from './recounts/calls.ts'
import * as registrationLists from './registration-lists/calls.ts'
import * as registrationRows from './registration-lists/rows.ts'
import * as registrations from './registrations/calls.ts'
import * as registrationChanges from './registrations/changes.ts'
import * as rehearsals from './rehearsals/calls.ts'
import * as reminders from './reminders/calls.ts'
import * as secondFactors from './second-factors/calls.ts'
import * as sessions from './sessions/calls.ts'
import * as signInSheets from './sign-in-sheets/calls.ts'
import * as signingKeys from './signing-keys/calls.ts'
import * as slotAgendas from './slots/agenda-calls.ts'
import * as slots from './slots/calls.ts'
import * as speakers from './speakers/calls.ts'
import * as speakerEdits from './speakers/edits.ts'
import * as sponsorExports from './sponsor-exports/calls.ts'
import * as sponsors from './sponsors/calls.ts'
import * as sponsorEdits from './sponsors/edits.ts'
import * as support from './support/calls.ts'
import * as tickets from './tickets/calls.ts'
import * as trainingProviders from './training-providers/calls.ts'
import * as unusualCredits from './unusual-credits/calls.ts'
import * as uploads from './uploads/calls.ts'
import * as users from './users/calls.ts'
import * as userEdits from './users/edits.ts'
import * as userMemberships from './users/memberships.ts'
import * as userProfiles from './users/profiles.ts'
import * as userShapes from './users/user.ts'
import * as waitlists from './waitlists/calls.ts'
import * as webinarComparisons from './webinar-comparisons/calls.ts'
import * as webinarRooms from './webinar-rooms/calls.ts'
import * as webinars from './webinars/calls.ts'
import * as webinarJoins from './webinars/joins.ts'
import * as webinarWebhooks from './webinars/webhooks.ts'

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
  rehearsals: [rehearsals],
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
