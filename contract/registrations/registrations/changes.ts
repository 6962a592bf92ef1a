import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { longest, optionalLine } from '#contract/core/fields.ts'
import { restorableDays } from '#contract/core/refusals.ts'
import { id, listOf, onWire, readVersion } from '#contract/core/wire.ts'
import { overbooks, RegisteredEvent } from './calls.ts'

export const deleteRegistration = endpoint({
  route: 'POST /private/delete-registration',
  access: 'registrations:write',
  summary: `Deletes a registration and withdraws its certificate. Its person gets an email after a minute; it can be restored for ${restorableDays} days.`,
  body: z.object({
    registrationId: id(),
    reason: z.optional(optionalLine(longest.line)),
    version: readVersion,
  }),
  data: z.object({}),
  refusals: ['REGISTRATION_NOT_FOUND', 'CHANGED_MEANWHILE'],
})

export const restoreRegistration = endpoint({
  route: 'POST /private/restore-registration',
  access: 'registrations:write',
  summary: 'Restores a deleted or canceled registration, with the hours that the deletion withdrew.',
  body: z.object({ registrationId: id(), overbooks }),
  data: z.object({}),
  refusals: [
    'REGISTRATION_NOT_FOUND',
    'NOT_DELETED',
    'SLOT_FULL',
    'SLOT_DELETED',
    'REGISTERED_AGAIN',
    'RESTORING_OVER',
    'PROFILE_INCOMPLETE',
    'PROVIDER_INCOMPLETE',
  ],
})

export const updateTimeslot = endpoint({
  route: 'POST /private/update-timeslot',
  access: 'registrations:write',
  summary:
    'Moves a registration to another slot of its event, even if the event is closed. Its person gets an email.',
  body: z.object({
    registrationId: id(),
    userId: z.uuid({ error: 'A user id is a UUID' }),
    eventId: id(),
    newTimeSlotId: id(),
    newFocusId: id(),
    version: readVersion,
    overbooks,
  }),
  data: z.object({ registration: RegisteredEvent }),
  refusals: [
    'REGISTRATION_NOT_FOUND',
    'SLOT_NOT_FOUND',
    'SLOT_FULL',
    'CERTIFICATE_ISSUED',
    'CHANGED_MEANWHILE',
    'EVENT_NOT_FOUND',
    'PROFILE_INCOMPLETE',
    'USER_NOT_FOUND',
  ],
})

/** The most registrations added or removed in one call. */
const mostChanges = 100

/** Changes of one person's registrations. */
export const RegistrationPlan = z.object({
  userId: z.uuid({ error: 'A user id is a UUID' }),
  /** Registers for these slots; moves a registration for another slot of the same event. */
  slots: listOf(onWire({}, { eventId: id(), eventSlotId: id(), focusId: id() }), mostChanges),
  /** Deletes these registrations. */
  removed: listOf(onWire({}, { registrationId: id(), version: readVersion }), mostChanges),
  overbooks,
})
export type RegistrationPlan = z.output<typeof RegistrationPlan>

export const changeRegistrations = endpoint({
  route: 'PUT /private/users/registrations',
  access: 'registrations:write',
  summary:
    "Adds, moves and removes registrations of one person, all or none. A refusal names its part in `fields`: 'slots.0' or 'removed.0'. SLOT_FULL: only full slots are in the way.",
  body: RegistrationPlan,
  data: z.object({ registrations: z.array(RegisteredEvent) }),
  refusals: ['REGISTRATIONS_REFUSED', 'SLOT_FULL'],
})

export const sendConfirmationEmail = endpoint({
  route: 'POST /private/send-confirmation-email',
  access: 'registrations:write',
  summary: 'Emails the confirmation of a registration again.',
  body: z.object({ registrationId: id() }),
  data: z.object({}),
  refusals: ['REGISTRATION_NOT_FOUND'],
})
