import { expect, test } from 'vitest'
import { addDays } from '#contract/core/plain-dates.ts'
import { generateCertificate } from '#contract/counting/certificates/calls.ts'
import { admitMakeUp, giveUpMakeUp } from '#contract/counting/make-ups/calls.ts'
import { deleteAccount, getAccountData } from '#contract/office/accounts/calls.ts'
import { getRegisteredEvents } from '#contract/registrations/registrations/calls.ts'
import { compareWebinar, getWebinarComparison } from '#contract/webinars/webinar-comparisons/calls.ts'
import { getWebinarRoom } from '#contract/webinars/webinar-rooms/calls.ts'
import { getWebinarStats } from '#contract/webinars/webinars/calls.ts'
import { expectRefusal, expectSuccess, until } from '#test/app.ts'
import { uploadAttendanceFile } from '#test/attendance-uploads.ts'
import type { Person } from '#test/given.ts'
import {
  cancelOwn,
  givenEvent,
  givenPersonUnmailed,
  givenRegistration,
  givenSession,
  historyOf,
} from '#test/given.ts'
import {
  admit,
  at,
  givenAdmitted,
  givenAlsoMissing,
  givenMissing,
  join,
  linkOf,
  offers,
  own,
  registrants,
  there,
  tomorrow,
  whileAt,
} from '#test/held-make-ups.ts'
import {
  administrator,
  app,
  event,
  givenHeldEvent,
  givenRegistered,
  heading,
  heldOn,
  idOf,
  on,
  row,
  startWithHeldSlot,
  upload,
} from '#test/held-slot.ts'
import { hurryWebinars, sync } from '#test/webinars.ts'

startWithHeldSlot()

test('an hour that is missing is offered in the other slot that teaches it again', async () => {
  const { person, other, webinarId } = await givenMissing()
  expect(await offers(person)).toEqual([
    [],
    [],
    [
      {
        eventSlotId: other,
        startAt: at('15:00'),
        endAt: at('15:50'),
        opensAt: at('12:55'),
        isInPerson: false,
        place: 'Online',
        isAdmitted: false,
        joinUrl: null,
      },
    ],
    [],
  ])
  expect(await there(webinarId)).toEqual([])
})

test.each([
  ['is deleted', 'event_slots set deleted_at = now()', 'SLOT_NOT_FOUND', 0],
  ['is closed', 'event_slots set is_open = false', 'SLOT_CLOSED', 0],
  ['belongs to a closed event', 'events set is_enabled = false', 'EVENT_CLOSED', 0],
  ['is full, in person', 'in person', 'SLOT_FULL', 0],
  ['has seats, in person', 'seats', 'MAKE_UP_IN_PERSON', 1],
  ['is full, virtual', 'event_slots set capacity = 1', undefined, 1],
])('a slot that %s is offered accordingly', async (_, change, refusal, offered) => {
  const { person, other } = await givenMissing()
  await givenRegistration(app, await givenPersonUnmailed(app), event, { slot: 1, by: administrator })
  if (change.includes('events set')) await app.query(`update ${change} where event_id = ${event.eventId}`)
  else if (change.includes('set')) await app.query(`update ${change} where event_slot_id = ${other}`)
  else {
    await app.query(
      `update events set is_in_person = true, venue = 'Hangar 4' where event_id = ${event.eventId}`,
    )
    await app.query(
      `update event_slots set capacity = ${change === 'seats' ? 2 : 1} where event_slot_id = ${other}`,
    )
  }
  const offer = (await offers(person)).flat()
  expect(offer).toHaveLength(offered)
  if (change === 'seats') expect(offer).toMatchObject([{ isInPerson: true, place: 'Hangar 4' }])
  await expectRefusal(admit(person, other), refusal)
})

test('hours by hand stand after a make-up, and its person reads before that an administrator decides', async () => {
  const { person, other } = await givenMissing()
  const registrationId = await idOf(person)
  const byHand = { registrationId, hours: 0, reason: 'Another person used the link' }
  await expectSuccess(app.send(generateCertificate, byHand, administrator))
  await expectSuccess(admit(person, other))
  await app.untilJobsAreDone()
  const mail = (await app.mailsTo(person.email)).find(({ subject }) => subject.startsWith("You're in"))
  expect(mail?.text).toContain('An administrator set your hours, and decides about your hours there, too.')
  expect(mail?.text).not.toContain('Your hours there count')
  await whileAt('18:00', async () => {
    await uploadMadeUp(person, other)
    const [finding] = await own(person)
    expect(finding).toMatchObject({ standing: { hours: 0, isDecided: true } })
    expect(finding?.hourByHour[2]).toMatchObject({ eventSlotId: other, minutes: 50 })
  })
})

test('one tap admits the person to the webinar, two admit them once, and their registration stays', async () => {
  const { person, other, webinarId } = await givenMissing()
  const before = await registered(person)
  const answers = await Promise.all([admit(person, other), admit(person, other), admit(person, other)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  await expectSuccess(admit(person, other))
  await app.untilJobsAreDone()
  expect(await there(webinarId)).toEqual([person.email])
  expect(await registered(person)).toEqual(before)
  expect(await app.query(`select 1 from make_ups where event_slot_id = ${other}`)).toHaveLength(1)
  const joinUrl = await linkOf(person, other)
  expect((await offers(person))[2]).toMatchObject([{ eventSlotId: other, isAdmitted: true, joinUrl }])
  const registrationId = await idOf(person)
  expect((await historyOf(app, administrator, { registrationId }))[0]).toMatchObject({
    activity: 'make-up-admitted',
    actedBy: { userId: person.userId },
    item: expect.stringContaining('1:00 PM'),
  })
  const [mail, ...more] = (await app.mailsTo(person.email, 1)).filter(({ subject }) =>
    subject.startsWith("You're in"),
  )
  expect(more).toEqual([])
  expect(mail?.subject).toBe(`You're in: ${event.eventName}`)
  expect(mail?.text).toContain('3:00 PM Eastern')
  expect(mail?.text).toContain(joinUrl)
  const sent = `select expires_at from mails where subject like 'You''re in%' and registration_id = ${registrationId}`
  expect(await app.query(sent)).toEqual([{ expires_at: at('17:00') }])
})

test('the hours of another event neither admit a person nor keep them out', async () => {
  const elsewhere = await givenHeldEvent()
  await heldOn(addDays(on, -1), elsewhere.slotIds[0])
  const { person, other } = await givenMissing()
  await givenRegistration(app, person, elsewhere, { by: administrator })
  expect(await own(person)).toHaveLength(2)
  const registrationId = await idOf(person)
  const [of] = await app.query(
    `select registration_id from registrations where user_id = '${person.userId}' and event_id = ${elsewhere.eventId}`,
  )
  const refusalOf = async (id: number) =>
    (await app.send(admitMakeUp, { registrationId: id, eventSlotId: other }, person)).failure?.code
  expect(await refusalOf(of.registration_id)).toBe('SLOT_NOT_FOUND')
  expect(await refusalOf(registrationId)).toBe(undefined)
})

test('a person is admitted to a slot or it is deleted first, never both', async () => {
  const { person, other } = await givenMissing()
  const client = await app.services.pool.connect()
  try {
    await client.query(`begin; update event_slots set deleted_at = now() where event_slot_id = ${other}`)
    const admitting = admit(person, other)
    await until(async () => {
      const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      return (await app.query(waiting)).length > 0
    })
    await client.query('commit')
    await expectRefusal(admitting, 'SLOT_NOT_FOUND')
  } finally {
    client.release(true)
  }
})

test('an admission is shown to its person only', async () => {
  const { person, other } = await givenAdmitted()
  const neighbor = await givenAlsoMissing()
  expect((await offers(neighbor)).flat()).toMatchObject([
    { eventSlotId: other, isAdmitted: false, joinUrl: null },
  ])
  expect((await offers(person)).flat()).toMatchObject([{ eventSlotId: other, isAdmitted: true }])
})

test('only the person of a current registration that misses an hour there is admitted', async () => {
  const { person, other } = await givenMissing()
  const [stranger, complete, elsewhere] = [
    await givenRegistered(),
    await givenRegistered(),
    await givenEvent(app),
  ]
  await upload(row(complete.email, '08:00', '12:00'))
  const registrationId = await idOf(person)
  const refused = async (by: Person, given: { registrationId: number; eventSlotId: number }) =>
    (await app.send(admitMakeUp, given, by)).failure?.code
  expect(await refused(stranger, { registrationId, eventSlotId: other })).toBe('REGISTRATION_NOT_FOUND')
  expect(await refused(administrator, { registrationId, eventSlotId: other })).toBe('REGISTRATION_NOT_FOUND')
  const own = { registrationId: await idOf(complete), eventSlotId: other }
  expect(await refused(complete, own)).toBe('MAKE_UP_NEEDLESS')
  expect(await refused(person, { registrationId, eventSlotId: event.slotIds[0] })).toBe('MAKE_UP_NEEDLESS')
  expect(await refused(person, { registrationId, eventSlotId: elsewhere.slotIds[0] })).toBe('SLOT_NOT_FOUND')
  await cancelOwn(app, person, event)
  expect(await refused(person, { registrationId, eventSlotId: other })).toBe('REGISTRATION_NOT_FOUND')
  const { failure } = await app.send(giveUpMakeUp, { registrationId, eventSlotId: other }, stranger)
  expect(failure?.code).toBe('REGISTRATION_NOT_FOUND')
})

test('an hour that cannot be earned anymore is offered to nobody; who is admitted sees it until it is over', async () => {
  const { person, other } = await givenMissing()
  await whileAt('15:06', async () => {
    expect((await offers(person)).flat()).toEqual([])
    await expectRefusal(admit(person, other), 'MAKE_UP_NEEDLESS')
  })
  await whileAt('15:04', () => admit(person, other))
  await whileAt('15:49', async () => expect((await offers(person)).flat()).toHaveLength(1))
  await whileAt('15:50', async () => expect((await offers(person)).flat()).toEqual([]))
})

test('the join link leads into the room of the other slot at its time', async () => {
  const { person, other, webinarId } = await givenAdmitted()
  const link = await linkOf(person, other)
  expect(await join(link)).toMatchObject({ state: 'before', opensAt: at('12:55') })
  expect((await join(link.replace(/\?.*/, ''))).state).toBe('over')
  await whileAt('14:55', async () => {
    const { state, joinUrl } = await join(link)
    expect(state).toBe('ready')
    const seatCode = joinUrl?.split('/').at(-1) ?? ''
    const room = await app.dataOf(getWebinarRoom, { params: { seatCode } })
    expect(room).toMatchObject({ state: 'open', endsAt: at('17:00') })
  })
  const opened = await app.query(
    `select webinar_id from join_openings where registration_id = ${await idOf(person)}`,
  )
  expect(opened).toEqual([{ webinar_id: webinarId }])
  const stranger = link.replace(/slot=\d+/, `slot=${(await givenEvent(app)).slotIds[0]}`)
  await expect(join(stranger)).rejects.toThrow()
})

test('the hours of the other slot count for the registration', async () => {
  const { person, other } = await givenAdmitted()
  await whileAt('18:00', async () => {
    await uploadMadeUp(person, other)
    const [finding] = await own(person)
    expect(finding?.hourByHour[2]).toMatchObject({ number: 3, eventSlotId: other, minutes: 50, makeUps: [] })
  })
})

test('a registration that moves to the slot stays in its webinar once', async () => {
  const { person, webinarId } = await givenAdmitted()
  await givenRegistration(app, person, event, { slot: 1, by: administrator })
  await app.untilJobsAreDone()
  expect(await there(webinarId)).toEqual([person.email])
  expect((await offers(person)).flat()).toEqual([])
})

test('a sync registers them, and the comparison knows them', async () => {
  const { person, other, webinarId } = await givenAdmitted()
  const { webinar, db } = app.services
  expect(await compared(other)).toEqual({ registered: 1, withJoinUrl: 1, differences: [] })
  const [known] = await registrants(webinarId)
  await webinar.cancelRegistrant(webinarId, { registrantId: known?.registrantId ?? '', email: person.email })
  expect((await compared(other)).differences).toEqual(['only-here'])
  await db
    .updateTable('webinarRegistrants')
    .set({ state: 'refused' })
    .where('webinarId', '=', webinarId)
    .execute()
  expect((await sync(app, administrator, other)).counts.added).toBe(1)
  expect(await there(webinarId)).toEqual([person.email])
  const query = { eventSlotId: other }
  expect((await app.dataOf(getWebinarStats, { query }, administrator)).withJoinUrl).toBe(1)
})

test("a person's own data have them, and the webinar forgets who deletes the account", async () => {
  const { person, webinarId } = await givenAdmitted()
  const token = await givenSession(app, person.userId)
  const headers = { authorization: `Bearer ${token}` }
  const data = (await app.request({ url: `/api${getAccountData.path}`, headers })).json()
  expect(data.makeUps).toMatchObject([{ eventName: event.eventName, startTime: '13:00', endedAt: null }])
  const body = { email: person.email }
  await expectSuccess(app.send(deleteAccount, body, token))
  await hurryWebinars(app)
  await app.untilJobsAreDone()
  expect(await there(webinarId)).toEqual([])
})

test('the webinar forgets a person who deletes the account before it hears that they gave a make-up up', async () => {
  const { person, webinarId } = await givenAdmitted()
  await app.query(`update make_ups set ended_at = now() where registration_id = ${await idOf(person)}`)
  const token = await givenSession(app, person.userId)
  expect(await there(webinarId)).toEqual([person.email])
  await app.send(deleteAccount, { email: person.email }, token)
  await hurryWebinars(app)
  await app.untilJobsAreDone()
  expect(await there(webinarId)).toEqual([])
})

function registered({ token }: Person) {
  return app.dataOf(getRegisteredEvents, {}, token)
}

/** Uploads the report of hour 3 in the other slot, in a session of that day. */
async function uploadMadeUp({ email }: Person, eventSlotId: number) {
  const by = { token: await givenSession(app, administrator.userId) }
  const visit = `Yes,Pat,${email},${tomorrow} 15:00,${tomorrow} 15:50`
  await uploadAttendanceFile(app, `${heading}\n${visit}\n`, { eventSlotId, by })
  await app.untilJobsAreDone()
}

async function compared(eventSlotId: number) {
  await app.send(compareWebinar, { eventSlotId }, administrator)
  await until(async () => !(await comparison(eventSlotId)).slot.isComparing)
  const { slot, differences } = await comparison(eventSlotId)
  const { registered, withJoinUrl } = slot
  return { registered, withJoinUrl, differences: differences.map(({ kind }) => kind) }
}

function comparison(eventSlotId: number) {
  return app.dataOf(getWebinarComparison, { params: { eventSlotId } }, administrator)
}
