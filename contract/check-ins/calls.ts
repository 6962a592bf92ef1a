import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { givenDate, wireDate, wireTime } from '#contract/core/plain-dates.ts'
import { id, instant } from '#contract/core/wire.ts'

const day = givenDate('Has to be a day, as DD/MM/YYYY')

/** Somebody who is registered for an in-person slot on a day. */
export const ExpectedPerson = z.object({
  registrationId: z.int(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  companyName: z.string(),
  eventName: z.string(),
  startTime: wireTime,
  endTime: wireTime,
  /** null: not checked in on this day. */
  checkedInAt: z.nullable(instant()),
})
export type ExpectedPerson = z.output<typeof ExpectedPerson>

export const getExpectedPeople = endpoint({
  method: 'GET',
  path: '/private/check-ins',
  access: 'check-ins:write',
  summary:
    'Lists the people registered for in-person slots on a day, by name, with their check-ins. Names the next day with such slots.',
  query: z.object({ day }),
  data: z.object({ people: z.array(ExpectedPerson), nextDay: z.nullable(wireDate) }),
})

export const setCheckIn = endpoint({
  method: 'POST',
  path: '/private/check-ins',
  access: 'check-ins:write',
  summary: 'Checks a person in on a day of their in-person slot, or undoes that.',
  body: z.object({ registrationId: id(), day, isHere: z.boolean({ error: 'Has to be true or false' }) }),
  data: z.object({}),
  refusals: ['REGISTRATION_NOT_FOUND'],
})
