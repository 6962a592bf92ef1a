import * as z from 'zod/mini'
import { changesNames, changesPage, changesQuery } from '#contract/core/changes.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { idNames, instant, onWire } from '#contract/core/wire.ts'

/** A current registration. Fields of people and events are in their own lists. */
export const ChangedRegistration = onWire(idNames, {
  registrationId: z.int(),
  userId: z.string(),
  eventId: z.int(),
  eventSlotId: z.int(),
  registeredAt: instant(),
  hours: z.int(),
  certificateLink: z.nullable(z.string()),
  version: z.int(),
})

export const getRegistrations = endpoint({
  route: 'GET /private/registrations',
  access: 'registrations:read',
  summary:
    'A page of all registrations in the order of their last change. `changed_since`: only those changed after an earlier page. Loses no change, also while people register. `deleted` has the ids of canceled and deleted ones.',
  query: onWire(changesNames, changesQuery(/\d{1,9}/)),
  data: onWire(changesNames, {
    registrations: z.array(ChangedRegistration),
    deleted: z.array(z.int()),
    ...changesPage,
  }),
  refusals: ['CHANGES_UNKNOWN'],
})
