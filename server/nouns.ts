import attendanceDecisions from './attendance/attendance-decisions/noun.ts'
import attendanceUploads from './attendance/attendance-uploads/noun.ts'
import attendances from './attendance/attendances/noun.ts'
import checkIns from './attendance/check-ins/noun.ts'
import pollCodes from './attendance/poll-codes/noun.ts'
import signInSheets from './attendance/sign-in-sheets/noun.ts'
import type { JobHandlers, JobPolicy } from './core/jobs/queue.ts'
import certificates from './counting/certificates/noun.ts'
import creditFindings from './counting/credit-findings/noun.ts'
import creditReviews from './counting/credit-reviews/noun.ts'
import creditRosters from './counting/credit-rosters/noun.ts'
import earlierCertificates from './counting/earlier-certificates/noun.ts'
import makeUps from './counting/make-ups/noun.ts'
import recounts from './counting/recounts/noun.ts'
import unusualCredits from './counting/unusual-credits/noun.ts'
import calendars from './events/calendars/noun.ts'
import creditRules from './events/credit-rules/noun.ts'
import embeds from './events/embeds/noun.ts'
import eventCopies from './events/event-copies/noun.ts'
import eventQuestions from './events/event-questions/noun.ts'
import events from './events/events/noun.ts'
import slots from './events/slots/noun.ts'
import speakers from './events/speakers/noun.ts'
import sponsorExports from './events/sponsor-exports/noun.ts'
import sponsors from './events/sponsors/noun.ts'
import activities from './foundation/activities/noun.ts'
import bounces from './foundation/bounces/noun.ts'
import brands from './foundation/brands/noun.ts'
import mails from './foundation/mails/noun.ts'
import signingKeys from './foundation/signing-keys/noun.ts'
import support from './foundation/support/noun.ts'
import trainingProviders from './foundation/training-providers/noun.ts'
import uploads from './foundation/uploads/noun.ts'
import type { Happened, Jobs, NewJob } from './jobs.ts'
import credits from './ledger/credits/noun.ts'
import type { Job, Noun } from './noun.ts'
import { job, minute } from './noun.ts'
import accounts from './office/accounts/noun.ts'
import automations from './office/automations/noun.ts'
import bulkJobs from './office/bulk-jobs/noun.ts'
import dashboard from './office/dashboard/noun.ts'
import imports from './office/imports/noun.ts'
import inspections from './office/inspections/noun.ts'
import webhooks from './office/webhooks/noun.ts'
import messages from './outreach/messages/noun.ts'
import reminders from './outreach/reminders/noun.ts'
import administrators from './people/administrators/noun.ts'
import apiKeys from './people/api-keys/noun.ts'
import { replaceEmail } from './people/email-changes/email-changes.ts'
import emailChanges from './people/email-changes/noun.ts'
import identity from './people/identity/noun.ts'
import passkeys from './people/passkeys/noun.ts'
import secondFactors, { secondStepOf } from './people/second-factors/noun.ts'
import { refuseUnproven } from './people/second-factors/second-factor-proofs.ts'
import sessions from './people/sessions/noun.ts'
import { refuseEnded } from './people/sessions/session-changes.ts'
import { refuseOldSignIn } from './people/sessions/session-proofs.ts'
import singleSignOns from './people/single-sign-ons/noun.ts'
import users from './people/users/noun.ts'
import { peopleOf } from './people.ts'
import registrationLists from './registrations/registration-lists/noun.ts'
import registrations from './registrations/registrations/noun.ts'
import tickets from './registrations/tickets/noun.ts'
import waitlists from './registrations/waitlists/noun.ts'
import type { Services } from './services.ts'
import webinarComparisons from './webinars/webinar-comparisons/noun.ts'
import webinarRooms from './webinars/webinar-rooms/noun.ts'
import webinars from './webinars/webinars/noun.ts'

declare module '#server/jobs.ts' {
  interface Jobs {
    /** Deletes all nouns' records past their retention. */
    'expire-records': Record<string, never>
  }
}

/** All nouns but accounts, each below those that know it. What one needs from a noun above it is given here. */
const others = [
  // people
  users(replaceEmail),
  administrators(refuseUnproven),
  apiKeys(refuseUnproven),
  emailChanges,
  identity(peopleOf),
  passkeys({ refuseOldSignIn, refuseEnded }),
  secondFactors,
  sessions(secondStepOf),
  singleSignOns,
  // foundation
  activities,
  bounces,
  brands,
  mails,
  signingKeys,
  support,
  trainingProviders,
  uploads,
  // events
  calendars,
  creditRules,
  embeds,
  eventCopies,
  eventQuestions,
  events,
  slots,
  speakers,
  sponsorExports,
  sponsors,
  // webinars
  webinarComparisons,
  webinarRooms,
  webinars,
  // ledger
  credits,
  // registrations
  registrationLists,
  registrations,
  tickets,
  waitlists,
  // outreach
  messages,
  reminders,
  // attendance
  attendanceDecisions,
  attendanceUploads,
  attendances,
  checkIns,
  pollCodes,
  signInSheets,
  // counting
  certificates,
  creditFindings,
  creditReviews,
  creditRosters,
  earlierCertificates,
  makeUps,
  recounts,
  unusualCredits,
  // office
  automations,
  bulkJobs,
  dashboard,
  imports,
  inspections,
  webhooks(refuseUnproven),
]

/** All nouns. Accounts ask the others for what belongs to a person. */
export const nouns = [...others, accounts(others as Noun[])]

// At night, Eastern.
const expireRecords = job('expire-records', {
  async verb(work) {
    for (const { expire } of nouns) await expire?.(work)
  },
  expireInSeconds: 5 * minute,
  cron: '37 7 * * *',
})

const jobs = [...(nouns as Noun[]).flatMap((noun) => noun.jobs ?? []), expireRecords]

type NamesOf<Declared> = Declared extends Noun<infer Own> ? Own : never
type Declared = NamesOf<(typeof nouns)[number]> | (typeof expireRecords)['name']

/** Each job's policy. The types refuse a job that no noun declares. */
export const jobPolicies: { [Name in keyof Jobs]: JobPolicy } = byName(({ policy }) => policy)

/** Returns the policies for a transport that takes `atOnce` concurrent mails, a quarter of them only if urgent. */
export function policiesWithMail(atOnce: number): typeof jobPolicies {
  const urgentAtOnce = Math.min(Math.ceil(atOnce / 4), atOnce - 1)
  return {
    ...jobPolicies,
    'send-mail': { ...jobPolicies['send-mail'], atOnce: atOnce - urgentAtOnce, urgentAtOnce },
  }
}

/** Returns each background job's handler. */
export function jobHandlers(services: Services): JobHandlers<Jobs> {
  return byName((each) => each.open(services)) as JobHandlers<Jobs>
}

/** Returns the jobs that follow an activity, by each job's `follows`. */
export function follow(what: Happened): NewJob[] {
  return jobs.flatMap(({ name, follows }) =>
    (follows[what.activity]?.(what) ?? []).map((added) => ({ job: name, ...added }) as NewJob),
  )
}

function byName<Value>(of: (each: Job) => Value) {
  return Object.fromEntries(jobs.map((each) => [each.name, of(each)])) as Record<Declared, Value>
}
