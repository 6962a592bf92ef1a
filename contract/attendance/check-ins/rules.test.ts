import { expect, test } from 'vitest'
import { doorRefusal } from './rules.ts'

const welcome = { isOfDay: true, isCanceled: false, validNumber: 1 }

test.each([
  ['with a ticket', { ticketNumber: 1 }, undefined],
  ['found in the list', {}, undefined],
  ['with a ticket that was replaced', { ticketNumber: 1, validNumber: 2 }, 'TICKET_REPLACED'],
  ['with the newer ticket', { ticketNumber: 2, validNumber: 2 }, undefined],
  ['after a cancellation', { isCanceled: true }, 'REGISTRATION_CANCELED'],
  ['on another day', { isOfDay: false }, 'NOT_OF_THIS_DAY'],
  ['canceled, on another day', { isOfDay: false, isCanceled: true }, 'REGISTRATION_CANCELED'],
  ['canceled, with a replaced ticket', { isCanceled: true, ticketNumber: 3 }, 'TICKET_REPLACED'],
] as const)('somebody %s', (_, facts, refusal) => {
  expect(doorRefusal({ ...welcome, ...facts })).toBe(refusal)
})
