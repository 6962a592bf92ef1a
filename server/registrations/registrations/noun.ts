import { readsPersonalLinks } from '#contract/core/permissions.ts'
import { placeOf } from '#contract/events/events/facts.ts'
import { withDays } from '#contract/events/slots/hours-by-day.ts'
import { shownSlot } from '#contract/events/slots/times.ts'
import * as registrations from '#contract/registrations/registrations/calls.ts'
import * as changes from '#contract/registrations/registrations/changes.ts'
import { serve } from '#server/core/http/serve.ts'
import { shownInstant } from '#server/core/mail/shown-instant.ts'
import type { Happened } from '#server/jobs.ts'
import { aboutRegistration, forDays, job, later, minute, noun } from '#server/noun.ts'
import { personalData } from '#server/personal.ts'
import { serveWrite } from '#server/work.ts'
import { cancelRegistration } from './cancel-registration.ts'
import { changeRegistrations, moveRegistration } from './change-registrations.ts'
import { deleteRegistration } from './delete-registration.ts'
import { confirmRegistrations, expireRegistrations, sweepConfirmations } from './jobs.ts'
import { leaveRegistrations } from './leave-registrations.ts'
import { findRegisteredEvents, findRegistrationRecord, findRegistrationsOf } from './queries.ts'
import { tellCancellations } from './registration-cancellation.ts'
import { sendConfirmationEmail } from './registration-confirmation.ts'
import { endRegistrations, handOverRegistrations, restoreEnded } from './registration-merges.ts'
import { mailStaffDigest, tellStaffLater } from './registration-staff-mails.ts'
import { openRegister } from './registrations.ts'
import { restoreRegistration } from './restore-registration.ts'

declare module '#server/personal.ts' {
  interface RecordParts {
    registrations: Awaited<ReturnType<typeof findRegistrationRecord>>
  }
}

declare module '#server/jobs.ts' {
  interface Jobs {
    /** Writes the person's confirmation and the staff emails about a registration or a move. */
    'confirm-registration': { registrationId: number }
    /** Emails the staff about a registration that changed soon after their last email about it. */
    'tell-staff': { registrationId: number }
    'mail-staff-digest': Record<string, never>
    /** Emails a person about a canceled registration, if it had been confirmed. */
    'tell-cancellation': { registrationId: number }
    /** Finds registrations without a confirmation and without a job. */
    'sweep-confirmations': Record<string, never>
    /** Deletes the remaining registrations of deleted accounts after their retention. */
    'expire-registrations': Record<string, never>
  }
}

export default noun({
  calls: [registrations, changes],
  serve(gate, services) {
    const register = openRegister(services)
    serve(gate, registrations.registerForEvent, async ({ caller, body: { answers = [], ...body } }) => ({
      registration: await register({
        ...body,
        userId: body.userId ?? caller.userId,
        askedBy: caller,
        answers,
        // The person is asked on their own pages.
        leavesAnswersOpen: caller.permissions.includes('registrations:write'),
      }),
    }))
    serveWrite(gate, services, registrations.cancelRegistration, (work, body, { caller }) =>
      cancelRegistration(work, caller.userId, body.eventId),
    )
    serve(gate, registrations.getUserEvents, async ({ query }) => ({
      registeredEvents: await findRegisteredEvents(services, query.userId),
    }))
    serveWrite(gate, services, changes.updateTimeslot, async (work, body) => ({
      registration: await moveRegistration(work, body),
    }))
    serveWrite(gate, services, changes.deleteRegistration, deleteRegistration)
    serveWrite(gate, services, changes.changeRegistrations, async (work, body) => ({
      registrations: await changeRegistrations(work, body),
    }))
    serveWrite(gate, services, changes.restoreRegistration, (work, body) =>
      restoreRegistration(work, body.registrationId, body),
    )
    serveWrite(gate, services, changes.sendConfirmationEmail, (work, body) =>
      sendConfirmationEmail(work, body.registrationId),
    )
    serve(gate, registrations.getRegisteredEventsOfUser, async ({ caller, query }) => {
      const held = await findRegisteredEvents(services, query.userId)
      const readsLinks = readsPersonalLinks(caller)
      return { registeredEvents: readsLinks ? held : held.map((each) => ({ ...each, joinUrl: null })) }
    })
  },
  jobs: [
    job('confirm-registration', {
      verbOfMany: confirmRegistrations,
      follows: {
        registered: confirmUnlessUnmailed,
        moved: confirmUnlessUnmailed,
        restored: aboutRegistration(),
        rescheduled: aboutRegistration(later),
      },
      ...forDays,
      expireInSeconds: 5 * minute,
      atOnce: 100,
    }),
    job('tell-staff', { verbOfMany: tellStaffLater, ...forDays, expireInSeconds: 5 * minute, atOnce: 100 }),
    // Early morning, Eastern.
    job('mail-staff-digest', {
      verb: mailStaffDigest,
      ...forDays,
      expireInSeconds: 5 * minute,
      cron: '7 11 * * *',
    }),
    job('tell-cancellation', {
      verbOfMany: tellCancellations,
      follows: { cancelled: aboutRegistration(), deleted: aboutRegistration(later) },
      ...forDays,
      expireInSeconds: 5 * minute,
      atOnce: 100,
    }),
    job('sweep-confirmations', { verb: sweepConfirmations, expireInSeconds: 5 * minute, cron: '27 * * * *' }),
    job('expire-registrations', {
      run: expireRegistrations,
      expireInSeconds: 5 * minute,
      cron: '17 7 * * *',
    }),
  ],
  personal: {
    data: [
      personalData({
        key: 'registrations',
        title: 'Registrations',
        read: ({ db, clock }, { userId }) => findRegistrationsOf(db, userId, clock()),
        columns: {
          Event: 'eventName',
          When: (slot) => shownSlot(slot),
          Where: (slot) => placeOf(slot),
          Status: ({ state, canceledAt }) =>
            canceledAt ? `Canceled ${shownInstant(canceledAt)}` : state === 'past' ? 'Past' : 'Coming',
          Registered: 'registeredAt',
          'Hours credited': ({ hours, byDay }) => (hours > 0 ? withDays(String(hours), byDay) : ''),
        },
      }),
    ],
    record: { registrations: (services, { userId }) => findRegistrationRecord(services, userId) },
    mergeSteps: [
      { key: 'ended', run: endRegistrations, undo: restoreEnded },
      { key: 'handedOver', run: handOverRegistrations, undo: handOverRegistrations },
    ],
    forget: leaveRegistrations,
  },
})

function confirmUnlessUnmailed(what: Happened) {
  return what.isUnmailed ? [] : aboutRegistration()(what)
}
