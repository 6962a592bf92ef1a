import { describe, expect, test } from 'vitest'
import { leaveWaitlist } from '#contract/registrations/waitlists/calls.ts'
import { rescheduleSlots } from '#server/events/slots/slots.ts'
import { write } from '#server/work.ts'
import {
  app,
  call,
  cancelAndOffer,
  event,
  join,
  offerOf,
  other,
  placeOf,
  reschedule,
  slot,
  startWithFullSlot,
  subjectsTo,
  sweep,
  waiting,
} from '#test/full-slot.ts'
import { jobsOf } from '#test/queue.ts'

startWithFullSlot()

describe('somebody who waits for a slot that is rescheduled', () => {
  const changed = 'Time slot changed: Piston IA Renewal Series 2027'

  test('is emailed the new time, the previous one and that they keep their place, once', async () => {
    await join(0)
    await join(1)
    await reschedule('07:00')
    expect(await jobsOf(app, 'offer-seats')).toContainEqual(
      expect.objectContaining({ data: slot(), delaySeconds: 60 }),
    )
    await sweep()
    await sweep(other)
    expect([await subjectsTo(0), await subjectsTo(1), await placeOf(1)]).toEqual([[changed], [changed], 2])
    const [mail] = await app.query(
      `select mail_texts.text from mail_texts join mails using (mail_id) where to_address = '${waiting[0].email}'`,
    )
    expect(mail.text).toMatch(/7:00 AM – 12:00 PM Eastern/)
    expect(mail.text).toMatch(/Previously\W+.*8:00 AM – 12:00 PM Eastern/)
    await reschedule('09:00')
    await sweep()
    expect(await subjectsTo(0)).toEqual([changed, changed])
  })

  test('is not emailed if the change is undone within a minute, nor when others join or leave', async () => {
    await join(0)
    await reschedule('07:00')
    await reschedule('08:00')
    await join(1)
    await call(leaveWaitlist, { body: slot() }, waiting[1])
    await sweep()
    expect(await subjectsTo(0)).toEqual([])
  })

  test('is emailed another place, too, also while a seat is held for them', async () => {
    await join(0)
    await cancelAndOffer()
    const { eventId, focusId } = event
    await app.query(`update events set is_in_person = true, venue = 'Old Hall' where event_id = ${eventId}`)
    await write(app.services, undefined, (work) =>
      rescheduleSlots(work, { eventId, focusId }, { venue: ['', 'Old Hall'] }),
    )
    await sweep()
    expect(await subjectsTo(0)).toEqual([expect.stringMatching(/^A seat is free/), changed])
    expect(await offerOf(0)).not.toBeUndefined()
  })
})
