import { expect, test } from 'vitest'
import { secondOf } from '#contract/events/slots/presence.ts'
import { slotDays } from '#contract/events/slots/times.ts'
import type { CourseCase } from '#test/arbitrary-courses.ts'
import { twoOrThreeSlots } from '#test/arbitrary-courses.ts'
import { casesOf } from '#test/arbitrary-slots.ts'
import { personEvidence } from './person-evidence.ts'

const holds = casesOf(twoOrThreeSlots)
const evidenceOf = ({ slots }: Pick<CourseCase, 'slots'>) => personEvidence(slots)

test('the evidence of a person does not depend on order, doubles, or anything but their rows', () => {
  holds((given) => {
    const slots = given.slots.map((slot) => ({
      ...slot,
      agenda: [],
      asked: [],
      isSettled: !slot.isSettled,
      visits: [...slot.visits, ...slot.visits].reverse(),
      answers: [...slot.answers, ...slot.answers].reverse(),
    }))
    expect(evidenceOf({ slots: slots.reverse() })).toBe(evidenceOf(given))
  })
})

test('rows outside of the planned times change no evidence', () => {
  holds((given) => {
    const slots = given.slots.map((slot) => {
      const days = slotDays(slot.time)
      const isOutside = (joined: Date, left: Date) =>
        days.every(({ startAt, endAt }) => left <= startAt || joined >= endAt)
      const stray = slot.more.visits.filter(
        ({ joinedAt, leftAt }) => joinedAt && leftAt && isOutside(joinedAt, leftAt),
      )
      return { ...slot, visits: [...slot.visits, ...stray] }
    })
    expect(evidenceOf({ slots })).toBe(evidenceOf(given))
  })
})

test('each second of presence in the planned times changes the evidence, and so does each answer', () => {
  holds((given) => {
    const [place = 0, at = 0] = given.places
    const [slot] = given.slots
    const [day] = slotDays(
      slot?.time ?? { startOn: '2027-02-09', endOn: '2027-02-09', startTime: '08:00', endTime: '09:00' },
    )
    if (!slot || !day) return
    const second = secondOf(day.startAt) + ((place * 7919) % (secondOf(day.endAt) - secondOf(day.startAt)))
    const visit = {
      joinedAt: new Date(second * 1000),
      leftAt: new Date((second + 1) * 1000),
      ...({ role: 'attendee', medium: 'online', isWaiting: false } as const),
    }
    const isThere = slot.visits.some(
      ({ joinedAt, leftAt, isWaiting }) =>
        joinedAt && leftAt && !isWaiting && secondOf(joinedAt) <= second && second < secondOf(leftAt),
    )
    const changed = (more: Partial<typeof slot>) =>
      evidenceOf({ slots: [{ ...slot, ...more }, ...given.slots.slice(1)] })
    expect(changed({ visits: [...slot.visits, visit] }) !== evidenceOf(given)).toBe(!isThere)
    const untimed = { question: 'Another', at: null, on: day.on, session: `s${at % 2}`, nth: at % 3 }
    for (const answer of [{ question: 'Another', at: visit.joinedAt, on: null }, untimed]) {
      expect(changed({ answers: [...slot.answers, answer] })).not.toBe(evidenceOf(given))
    }
    const other = { ...untimed, session: `s${1 - (at % 2)}` }
    expect(changed({ answers: [...slot.answers, untimed, other] })).not.toBe(
      changed({ answers: [...slot.answers, untimed] }),
    )
  })
})
