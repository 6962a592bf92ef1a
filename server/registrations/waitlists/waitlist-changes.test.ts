import { describe, expect, test } from 'vitest'
import { changeEvent } from '#contract/events/events/edits.ts'
import { leaveWaitlist } from '#contract/registrations/waitlists/calls.ts'
import { expectSuccess } from '#test/app.ts'
import {
  app,
  byAdministrator,
  call,
  cancelAndOffer,
  column,
  event,
  join,
  offerOf,
  placeOf,
  reschedule,
  slot,
  startWithFullSlot,
  subjectsTo,
  tellOfChanges,
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
    expect(await jobsOf(app, 'tell-waiting')).toMatchObject([{ data: slot(), delaySeconds: 60 }])
    await tellOfChanges()
    expect([await subjectsTo(0), await subjectsTo(1), await placeOf(1)]).toEqual([[changed], [changed], 2])
    expect(await textTo(0)).toMatch(/7:00 AM – 12:00 PM Eastern/)
    expect(await textTo(0)).toMatch(/Previously\W+.*8:00 AM – 12:00 PM Eastern/)
    await reschedule('09:00')
    await tellOfChanges()
    expect(await subjectsTo(0)).toEqual([changed, changed])
  })

  test('is not emailed if the change is undone within a minute, nor when others join or leave', async () => {
    await join(0)
    await reschedule('07:00')
    await reschedule('08:00')
    await join(1)
    await call(leaveWaitlist, { body: slot() }, waiting[1])
    await tellOfChanges()
    expect(await subjectsTo(0)).toEqual([])
  })

  test('is emailed two changes within a minute as one, with the time that they knew', async () => {
    await join(0)
    await reschedule('07:00')
    await reschedule('09:00')
    await tellOfChanges()
    expect(await subjectsTo(0)).toEqual([changed])
    expect(await textTo(0)).toMatch(/9:00 AM – 12:00 PM Eastern/)
    expect(await textTo(0)).toMatch(/Previously\W+.*8:00 AM – 12:00 PM Eastern/)
  })

  test('is emailed another place, too, also while a seat is held for them', async () => {
    await join(0)
    await cancelAndOffer()
    const { eventId, eventName } = event
    await app.query(`update events set is_in_person = true, venue = 'Hall 1' where event_id = ${eventId}`)
    const body = { eventId, eventName, venue: 'Old Hall' }
    await expectSuccess(byAdministrator(changeEvent, { body }))
    await tellOfChanges()
    expect(await subjectsTo(0)).toEqual([expect.stringMatching(/^A seat is available/), changed])
    expect(await offerOf(0)).not.toBeUndefined()
  })
})

/** Returns the text of the newest email. */
async function textTo(who: 0 | 1 | 2) {
  const [newest] = await column(`
    select t.text as value from mails join mail_texts t using (mail_id)
    where to_address = '${waiting[who].email}' order by mail_id desc limit 1`)
  return newest
}
