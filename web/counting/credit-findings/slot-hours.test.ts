import { expect, test } from 'vitest'
import type { HourFinding } from '#contract/counting/hours/findings.ts'
import { hoursBySlot } from './slot-hours.ts'

const startAt = new Date('2027-02-09T13:00:00Z')

function hour(eventSlotId: number, course: string, about: Partial<HourFinding>): HourFinding {
  return {
    on: '2027-02-09',
    eventSlotId,
    course,
    startAt,
    code: 'earned',
    taughtMinutes: 50,
    neededMinutes: 45,
    minutes: 50,
    away: [],
    polls: null,
    ...about,
  }
}

const time = { startOn: '2027-02-09', endOn: '2027-02-09', startTime: '08:00', endTime: '12:00' } as const
const slots = [
  { eventSlotId: 1, slot: time, isRegistered: true },
  {
    eventSlotId: 2,
    slot: { ...time, startTime: '13:00' as const, endTime: '17:00' as const },
    isRegistered: false,
  },
]

test('the hours of each time slot say where they count', () => {
  const agenda = [
    hour(1, '1.1', { counts: true }),
    hour(1, '1.2', { code: 'not-there', minutes: 0 }),
    hour(2, '1.1', { counts: false }),
    hour(2, '1.2', { counts: true }),
    hour(2, '1.3', { code: 'not-there', minutes: 0 }),
  ]
  const found = { finding: { agenda } as never, slots }
  expect(hoursBySlot(found)).toMatchObject([
    {
      eventSlotId: 1,
      name: expect.stringMatching(/, registered$/),
      lines: [
        'Hour 1, Tue 09 Feb 2027: 50 of 50 minutes. Counts here.',
        'Hour 2, Tue 09 Feb 2027: you were not there. This hour counts at another time slot.',
      ],
    },
    {
      eventSlotId: 2,
      lines: [
        'Hour 1, Tue 09 Feb 2027: 50 of 50 minutes. This hour counts at another time slot.',
        'Hour 2, Tue 09 Feb 2027: 50 of 50 minutes. Counts here.',
        'Hour 3, Tue 09 Feb 2027: you were not there.',
      ],
    },
  ])
  expect(hoursBySlot({ ...found, slots: slots.slice(0, 1) })).toEqual([])
})
