import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { getUserEvents, registerForEvent } from './calls.ts'

describe('registering', () => {
  const body = registerForEvent.body as z.ZodMiniType
  const sent = { eventId: 1, eventSlotId: 11, focusId: 2 }

  test('accepts event, slot and focus, and drops unknown fields', () => {
    expect(z.parse(body, { ...sent, hours: 8 })).toEqual(sent)
  })

  test.each(['eventId', 'eventSlotId', 'focusId'])('needs %s as a whole number', (field) => {
    for (const value of [undefined, null, '1', 1.5, 0, -1, 2 ** 31, [1], {}]) {
      const issues = z.safeParse(body, { ...sent, [field]: value }).error?.issues
      expect(issues).toMatchObject([{ path: [field], message: 'Has to be a whole number above 0' }])
    }
  })

  test.each(['1', '', 1, null, "' or 1=1", 'x'.repeat(1 << 20)])('refuses the user id %o', (userId) => {
    const issues = z.safeParse(body, { ...sent, userId }).error?.issues
    expect(issues).toMatchObject([{ path: ['userId'], message: 'A user id is a UUID' }])
  })
})

test('the public list of slots has no join URL, certificate or personal field', () => {
  const held = {
    registrationId: 900,
    userId: '00000000-0000-4000-8000-000000000001',
    email: 'ada@example.com',
    firstName: 'Ada',
    eventId: 1,
    eventSlotId: 11,
    joinUrl: 'https://webinar.example.com/j/1',
    certificateLink: 'https://portal.example.com/download?certificate=x',
    hours: 8,
    focusName: 'Piston',
    focusId: 2,
    startOn: '2027-02-09',
  }
  expect(z.encode(getUserEvents.data as z.ZodMiniType, { registeredEvents: [held] })).toEqual({
    registeredEvents: [{ event_id: 1, event_slot_id: 11, focus_id: 2, start_date: '09/02/2027' }],
  })
})
