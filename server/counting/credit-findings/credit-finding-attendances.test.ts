import { describe, expect, test } from 'vitest'
import { subjectOfStay } from '#contract/attendance/attendance-decisions/subjects.ts'
import { deleteRegistration } from '#contract/registrations/registrations/changes.ts'
import { expectSuccess } from '#test/app.ts'
import { attendancesOf, strangersAt } from '#test/counted-attendances.ts'
import type { Person } from '#test/given.ts'
import { givenPersonUnmailed, givenRegistration } from '#test/given.ts'
import {
  administrator,
  app,
  at,
  decide,
  event,
  givenRegistered,
  idOf,
  on,
  row,
  slot,
  startWithHeldSlot,
  upload,
  waits,
} from '#test/held-slot.ts'
import { sweepCounts } from './jobs.ts'

startWithHeldSlot()

const attendances = (person: Person) => attendancesOf(app, person, administrator.token)
const polls = { heading: 'User Name,User Email,Submitted Date/Time,Question,Answer' }
const [joinedAt, leftAt] = [() => at('08:00'), () => at('12:00')]

describe("a person's attendance", () => {
  test('is found in an earlier report if they register later', async () => {
    const person = await givenPersonUnmailed(app)
    await upload(row(person.email, '08:00', '09:30'))
    expect(await strangersAt(app, slot, administrator.token)).toEqual([[person.email, 90]])
    await givenRegistration(app, person, event, { by: administrator })
    await app.write(sweepCounts)
    expect(await attendances(person)).toMatchObject([{ eventSlotId: slot, minutes: 90 }])
    expect(await strangersAt(app, slot, administrator.token)).toEqual([])
  })

  test('is shown at the slot where they were, if they are registered for the other one', async () => {
    const person = await givenPersonUnmailed(app)
    const registrationId = await givenRegistration(app, person, event, { slot: 1, by: administrator })
    await upload(row(person.email, '08:00', '12:00'))
    expect(await attendances(person)).toMatchObject([
      { registrationId, eventSlotId: slot, startOn: on, startTime: '08:00', minutes: 240 },
    ])
  })

  test('of a canceled registration is shown if they came', async () => {
    const [came, absent] = [await givenRegistered(), await givenRegistered()]
    await upload(row(came.email, '08:00', '12:00'))
    for (const person of [came, absent]) {
      const body = { registrationId: await idOf(person) }
      await expectSuccess(app.send(deleteRegistration, body, administrator))
    }
    await app.untilJobsAreDone()
    expect(await attendances(came)).toMatchObject([{ minutes: 240 }])
    expect(await attendances(absent)).toEqual([])
  })

  test('includes the times that an administrator stated', async () => {
    const [person, other] = [await givenRegistered(), await givenRegistered()]
    await upload(`${row(person.email, '08:00', '07:00')}\n${row(other.email, '08:00', '12:00')}`)
    expect(await attendances(person)).toMatchObject([{ minutes: 0, visits: [{ joinedAt: joinedAt() }] }])
    const subject = subjectOfStay(await idOf(person), on)
    await decide({ act: 'state', subject, from: joinedAt(), to: leftAt() })
    const [attendance] = await attendances(person)
    expect(attendance?.minutes).toBe(240)
    expect(attendance?.visits).toContainEqual({ joinedAt: joinedAt(), leftAt: leftAt() })
  })

  test('includes the answers of all their rows, and of nobody else', async () => {
    const [person, other] = [await givenRegistered(), await givenRegistered()]
    await upload([person, other].map(({ email }) => row(email, '08:00', '12:00')).join('\n'))
    await upload(
      [
        `Pat,${person.email.toUpperCase()},${on} 08:10,Which form?,Form 337`,
        `Pat,\u200b${person.email}\u00a0,${on} 09:10,Which tool?,A wrench`,
        `Pat,,${on} 10:10,Which rule?,Part 43`,
        `Kim,,${on} 10:10,Which rule?,Part 65`,
        `Pat,${other.email},${on} 11:10,Which part?,A rivet`,
      ].join('\n'),
      polls,
    )
    const answersOf = async (of: Person) => (await attendances(of))[0]?.answers
    const own = [
      { question: 'Which form?', answer: 'Form 337', answeredAt: at('08:10') },
      { question: 'Which tool?', answer: 'A wrench', answeredAt: at('09:10') },
    ]
    expect(await answersOf(person)).toEqual(own)
    const nameless = (await waits()).find(({ name }) => name === 'Pat')?.subject ?? ''
    await decide({ act: 'match', subject: nameless, registrationIds: [await idOf(person)] })
    const decided = { question: 'Which rule?', answer: 'Part 43', answeredAt: at('10:10') }
    expect(await answersOf(person)).toEqual([...own, decided])
    expect(await answersOf(other)).toMatchObject([{ answer: 'A rivet' }])
  })
})
