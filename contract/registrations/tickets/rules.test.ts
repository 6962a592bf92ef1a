import { expect, test } from 'vitest'
import { ticketRefusal } from './rules.ts'

test.each([
  ['of an in-person type', { focusId: 4, isInPerson: null, isCanceled: false }, undefined],
  ['of an in-person event of another type', { focusId: 2, isInPerson: true, isCanceled: false }, undefined],
  ['of a virtual type', { focusId: 2, isInPerson: null, isCanceled: false }, 'TICKET_NOT_NEEDED'],
  [
    'of a virtual event of an in-person type',
    { focusId: 4, isInPerson: false, isCanceled: false },
    'TICKET_NOT_NEEDED',
  ],
  ['that is canceled', { focusId: 4, isInPerson: null, isCanceled: true }, 'REGISTRATION_CANCELED'],
  ['that is canceled and virtual', { focusId: 2, isInPerson: null, isCanceled: true }, 'TICKET_NOT_NEEDED'],
] as const)('the ticket of a registration %s', (_, facts, refusal) => {
  expect(ticketRefusal(facts)).toBe(refusal)
})
