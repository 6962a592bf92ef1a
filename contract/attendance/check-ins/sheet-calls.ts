import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { givenDate, givenTime } from '#contract/core/plain-dates.ts'
import { id, idNames, listOf, onWire } from '#contract/core/wire.ts'
import { checkInNames } from './calls.ts'

/** The most changes of one call. */
const mostChanges = 2000

const SheetChange = onWire(checkInNames, {
  registrationId: id(),
  /** The first arrival, or the last leaving. */
  act: z.enum(['in', 'out'], { error: 'Has to be in or out' }),
  /** Eastern. null: it was not noted after all. */
  time: z.nullable(givenTime('Has to be a time, as HH:MM')),
  /** Made by the browser: a change that is sent twice is stored once. */
  checkInId: z.uuid({ error: 'A scan id is a UUID' }),
})
export type SheetChange = z.output<typeof SheetChange>

export const enterSheet = endpoint({
  route: 'POST /private/check-ins/sheet',
  access: 'check-ins:write',
  summary:
    'Enters times from the sign-in sheet of a slot, all or none. A new time takes back the one that it corrects; both stay in the history. The front desk enters the sheet of today only.',
  body: onWire(idNames, {
    eventSlotId: id(),
    day: givenDate('Has to be a day, as DD/MM/YYYY'),
    changes: listOf(SheetChange, mostChanges).check(
      z.minLength(1, { error: 'Please enter at least one time' }),
    ),
  }),
  data: z.object({}),
  refusals: [
    'SLOT_NOT_FOUND',
    'NOT_OF_THIS_DAY',
    'NOT_THIS_DAY',
    'REGISTRATION_NOT_FOUND',
    'LEFT_BEFORE_ARRIVAL',
    'TIME_TO_COME',
    'SCAN_ID_TAKEN',
  ],
})
