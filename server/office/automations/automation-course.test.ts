import { expect, test } from 'vitest'
import type { PlainTime } from '#contract/core/plain-dates.ts'
import { easternInstant } from '#contract/core/season.ts'
import { setAutomation } from '#contract/office/automations/calls.ts'
import { startApp } from '#test/app.ts'
import { uploadAttendanceFile } from '#test/attendance-uploads.ts'
import type { CastDay, CastPerson } from '#test/cast.ts'
import { castDays } from '#test/cast.ts'
import { csvOf, newZoomReport, zoomPollReport } from '#test/cast-reports.ts'
import { givenAdministrator } from '#test/given.ts'

const [first, second] = castDays

test('60 people come to three slots of an event on two days, and each gets the hours of the days on which they were there', async () => {
  const app = await startApp()
  const by = await givenAdministrator(app)
  const cast = courseCast()
  const { eventId, slots } = await givenCourse(cast)
  const { failure } = await app.call(setAutomation, { body: { eventId, mode: 'credit' } }, by.token)
  expect(failure).toBe(undefined)

  for (const { name: slot, webinarId } of courseSlots) {
    for (const on of castDays) {
      const report = (part?: 1 | 2) =>
        csvOf(newZoomReport(castAt(cast, { slot, on, ...(part && { part }) }), on, webinarId))
      const isRestarted = slot === 'morning' && on === first
      for (const file of isRestarted ? [report(1), report(2)] : [report()]) await upload(slot, file)
      await upload(slot, csvOf(zoomPollReport(castAt(cast, { slot, on }), on, webinarId)))
    }
  }
  // A row of a practice session, two hours before the morning begins, takes from no one.
  const [somebody] = cast
  const practice = `${somebody?.firstName},${somebody?.email},${first} 06:00,${first} 06:20`
  await upload('morning', Buffer.from(`User Name,Email,Join Time,Leave Time\n${practice}\n`))

  // In the ledger and on the certificate.
  const expected = cast.map(({ email, expectedDays }) => {
    const days = castDays.flatMap((on, day) => {
      const hours = expectedDays[day as 0 | 1]
      return hours ? [{ on, hours }] : []
    })
    return { email, days, certified: days.length > 0 ? days : null }
  })
  const credited = () =>
    app.query(
      `select email, coalesce(credited_days, '[]') as days, issued.by_day as certified
       from registrations join users using (user_id)
       left join lateral (
         select by_day from certificates c where c.registration_id = registrations.registration_id order by issue desc limit 1) issued on true
       where email like 'course-%' order by email`,
    )
  await expect.poll(credited, { timeout: 60_000, interval: 200 }).toEqual(expected)
  expect(await app.query("select from credits where source <> 'attendance'")).toEqual([])
  await app.close()

  async function upload(slot: CourseSlot, file: Buffer): Promise<void> {
    const { status } = await uploadAttendanceFile(app, file, { eventSlotId: slots[slot], by })
    expect(status).toBe(200)
  }

  /** Inserts the event in the past, with its three slots and everybody's registration. */
  async function givenCourse(people: readonly CoursePerson[]) {
    const { rows } = await app.services.pool.query<{
      name: CourseSlot
      eventSlotId: number
      eventId: number
    }>(
      `with event as (
       insert into events (event_name) values ('Course of three slots') returning event_id
     ), slots as (
       insert into event_slots (event_id, focus_id, start_on, end_on, start_time, end_time, webinar_id)
       select event_id, 2, $1, $2, "startTime", "endTime", "webinarId"
       from event cross join jsonb_to_recordset($3) as slot ("startTime" time, "endTime" time, "webinarId" text)
       returning event_id, event_slot_id, webinar_id
     ), people as (
       insert into users (email, first_name, last_name, country, state, zip, company_name)
       select email, "firstName", "lastName", 'United States', 'Ohio', '44114', 'Example Aviation'
       from jsonb_to_recordset($4) as person (email text, "firstName" text, "lastName" text) returning user_id, email
     ), registered as (
       insert into registrations (user_id, event_id, event_slot_id, registered_at)
       select user_id, event_id, event_slot_id, now() - interval '1 year'
       from people join jsonb_to_recordset($4) as person (email text, registered text) using (email)
       join jsonb_to_recordset($3) as slot (name text, "webinarId" text) on name = registered
       join slots on webinar_id = "webinarId"
     )
     select name, event_slot_id as "eventSlotId", event_id as "eventId"
     from slots join jsonb_to_recordset($3) as slot (name text, "webinarId" text) on webinar_id = "webinarId"`,
      [first, second, JSON.stringify(courseSlots), JSON.stringify(people)],
    )
    const slots = Object.fromEntries(rows.map(({ name, eventSlotId }) => [name, eventSlotId]))
    return { eventId: rows[0]?.eventId ?? 0, slots: slots as Record<CourseSlot, number> }
  }
}, 120_000)

/** The three slots of the course. Each teaches the same four hours a day, at its own times. */
const courseSlots = [
  { name: 'morning', startTime: '08:00', endTime: '12:00', webinarId: '99289110036' },
  { name: 'afternoon', startTime: '13:00', endTime: '17:00', webinarId: '99289110037' },
  { name: 'evening', startTime: '18:00', endTime: '22:00', webinarId: '99289110038' },
] as const
type CourseSlot = (typeof courseSlots)[number]['name']

/** On day 1 the morning's webinar ends at 9:18 and is started again at 9:21. It has a report for each part. */
const restart = { endedAt: '09:18', startedAt: '09:21' } as const

/** The same words are asked in the middle of every hour. */
const question = 'Are you still with us?'

/** Somebody who came to one slot or to several. */
interface CoursePerson extends CastPerson {
  registered: CourseSlot
  /** The hours of each day. They are written down by hand; nothing calculates them. */
  expectedDays: [number, number]
  sits: { slot: CourseSlot; on: CastDay; from: PlainTime; to: PlainTime }[]
}

interface Habit {
  people: number
  registered: CourseSlot
  expected: [number, number]
  sits: [slot: CourseSlot, day: 0 | 1, from: PlainTime, to: PlainTime][]
  /** Answers no question of hour 2 of day 1. */
  missesPoll?: true
}

const morning = (day: 0 | 1): Habit['sits'][number] => ['morning', day, '07:55', '12:00']
const afternoon = (day: 0 | 1): Habit['sits'][number] => ['afternoon', day, '12:55', '17:00']
const evening = (day: 0 | 1): Habit['sits'][number] => ['evening', day, '17:55', '22:00']

/** 60 people in all. */
const habits: Habit[] = [
  { people: 20, registered: 'morning', expected: [4, 4], sits: [morning(0), morning(1)] },
  { people: 9, registered: 'afternoon', expected: [4, 4], sits: [afternoon(0), afternoon(1)] },
  { people: 5, registered: 'evening', expected: [4, 4], sits: [evening(0), evening(1)] },
  // Day 1 in the morning, day 2 in the afternoon.
  { people: 8, registered: 'morning', expected: [4, 4], sits: [morning(0), afternoon(1)] },
  // Leaves for hour 3, and makes it up in the afternoon.
  {
    people: 6,
    registered: 'morning',
    expected: [4, 4],
    sits: [
      ['morning', 0, '07:55', '09:55'],
      ['morning', 0, '10:55', '12:00'],
      ['afternoon', 0, '14:55', '15:55'],
      morning(1),
    ],
  },
  // The same hour in both slots counts once.
  {
    people: 2,
    registered: 'afternoon',
    expected: [4, 4],
    sits: [['morning', 0, '07:55', '09:10'], afternoon(0), afternoon(1)],
  },
  { people: 4, registered: 'afternoon', expected: [4, 0], sits: [afternoon(0)] },
  {
    people: 2,
    registered: 'evening',
    expected: [4, 3],
    sits: [evening(0), ['evening', 1, '18:58', '22:00']],
  },
  { people: 1, registered: 'morning', expected: [3, 4], sits: [morning(0), morning(1)], missesPoll: true },
  { people: 3, registered: 'morning', expected: [0, 0], sits: [] },
]

/** Returns the 60 people of the course. */
function courseCast(): CoursePerson[] {
  const everybody = habits.flatMap((habit) => Array.from({ length: habit.people }, () => habit))
  return everybody.map((habit, place) => {
    const number = String(place + 1).padStart(2, '0')
    const person = {
      firstName: `Course ${number}`,
      lastName: 'Person',
      email: `course-${number}@example.com`,
      registrantId: '',
      habit: 'there all the time' as const,
      isOtherSlot: false,
      waits: null,
      expected: { planned: 0, taught: 0, decided: habit.expected[0] + habit.expected[1] },
    }
    const name = `${person.firstName} ${person.lastName}`
    const sits = habit.sits.map(([slot, day, from, to]) => ({ slot, on: castDays[day], from, to }))
    const visits = sits.flatMap((sit) =>
      partsOf(sit).map(([from, to]) => ({
        on: sit.on,
        name,
        email: person.email,
        registrantId: null,
        role: 'attendee' as const,
        medium: 'online' as const,
        status: 'present' as const,
        joinedAt: easternInstant(sit.on, from),
        leftAt: easternInstant(sit.on, to),
      })),
    )
    const answers = sits.flatMap(({ slot, on, from, to }) =>
      [0, 1, 2, 3].flatMap((hour) => {
        const hourOfStart = Number(courseSlots.find((each) => each.name === slot)?.startTime.slice(0, 2))
        const time = `${String(hourOfStart + hour).padStart(2, '0')}:30` as PlainTime
        const isMissed = habit.missesPoll && on === castDays[0] && hour === 1
        return from <= time && time <= to && !isMissed
          ? [
              {
                on,
                name,
                email: person.email,
                question,
                answer: 'Yes',
                answeredAt: easternInstant(on, time),
              },
            ]
          : []
      }),
    )
    return { ...person, registered: habit.registered, expectedDays: habit.expected, sits, visits, answers }
  })
}

/** Cuts a stay in the morning of day 1 where the webinar was restarted. */
function partsOf({ slot, on, from, to }: CoursePerson['sits'][number]): [PlainTime, PlainTime][] {
  const { endedAt, startedAt } = restart
  const isCut = slot === 'morning' && on === castDays[0] && from < endedAt && to > startedAt
  if (!isCut) return [[from, to]]
  return [
    [from, endedAt],
    [startedAt, to],
  ]
}

/** Returns the cast with the visits and answers of a slot's day only; of one part if the webinar was restarted. */
function castAt(
  cast: readonly CoursePerson[],
  { slot, on, part }: { slot: CourseSlot; on: CastDay; part?: 1 | 2 },
): CastPerson[] {
  const { startTime, endTime } = courseSlots.find(({ name }) => name === slot) ?? courseSlots[0]
  const [from, to] = [
    easternInstant(on, startTime).getTime() - 3_600_000 / 2,
    easternInstant(on, endTime).getTime(),
  ]
  const restarted = easternInstant(on, restart.startedAt)
  const isHere = (at: Date) =>
    at.getTime() >= from && at.getTime() <= to && (!part || at < restarted === (part === 1))
  return cast.map((person) => ({
    ...person,
    visits: person.visits.filter(({ joinedAt }) => isHere(joinedAt)),
    answers: person.answers.filter(({ answeredAt }) => isHere(answeredAt)),
  }))
}
