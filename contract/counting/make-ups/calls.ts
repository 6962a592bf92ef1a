import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { id, idNames, onWire } from '#contract/core/wire.ts'

const body = onWire(
  { ...idNames, registrationId: 'registration_id' },
  { registrationId: id(), eventSlotId: id() },
)

export const admitMakeUp = endpoint({
  route: 'POST /private/make-ups',
  access: 'user',
  summary:
    'Admits the signed-in person to the webinar of another slot of their event that teaches hours again which they miss. Their registration stays. A repeated call changes nothing.',
  body,
  data: z.object({}),
  refusals: [
    'REGISTRATION_NOT_FOUND',
    'SLOT_NOT_FOUND',
    'EVENT_CLOSED',
    'SLOT_CLOSED',
    'SLOT_FULL',
    'MAKE_UP_IN_PERSON',
    'MAKE_UP_NEEDLESS',
  ],
})

export const giveUpMakeUp = endpoint({
  route: 'DELETE /private/make-ups',
  access: 'user',
  summary: 'Gives up the admission to another slot. A repeated call changes nothing.',
  body,
  data: z.object({}),
  refusals: ['REGISTRATION_NOT_FOUND'],
})
