import { expect, test } from 'vitest'
import { easternInstant } from '#contract/core/season.ts'
import { firstStay } from './stay-times.ts'

const slot = { startOn: '2027-02-09', endOn: '2027-02-10', startTime: '08:00', endTime: '12:00' } as const

test('a person who came late, and was not seen leaving, begins with the time when they came', () => {
  const from = easternInstant('2027-02-10', '10:05')
  expect(firstStay({ facts: { visits: [{ from, to: null }] } }, slot)).toEqual({
    on: '2027-02-10',
    from: '10:05',
    to: '12:00',
  })
})

test('a person without any time begins with the first day of the slot', () => {
  expect(firstStay({ facts: {} }, slot)).toEqual({ on: '2027-02-09', from: '08:00', to: '12:00' })
})

test('a visit on another day gives no times to the days of the slot', () => {
  const visits = [{ from: easternInstant('2027-02-08', '17:30'), to: easternInstant('2027-02-08', '18:00') }]
  expect(firstStay({ facts: { visits } }, slot)).toEqual({ on: '2027-02-09', from: '08:00', to: '12:00' })
})
