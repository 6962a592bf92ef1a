import { register } from '#server/registrations/registrations/registrations.ts'
import { joinWaitlist } from '#server/registrations/waitlists/waitlist-places.ts'
import { fullSeats, livingEvents } from './demo-days.ts'
import { seeded } from './demo-people.ts'
import { spanOf } from './demo-report.ts'
import type { Demo, DemoPerson, DemoSlot } from './demo-steps.ts'
import { slotsNamed } from './demo-steps.ts'
import { demoSeries } from './series.ts'

const day = 86_400_000
const waiting = 5

/** Registers the people of the demo over four months: for last season, for the events around now, and for those to come. */
export async function fillRegistrations(demo: Demo) {
  const { people, now } = demo
  const season = demo.services.config.season(now)
  const { held, running, today, full } = livingEvents(now)
  const of = (from: number, to: number) => people.slice(from, to)
  const technician = of(0, 1)
  const [piston, , , seminar] = demoSeries.map(({ name }) => `${name} ${season - 1}`) as [
    string,
    string,
    string,
    string,
  ]
  const [morning, afternoon] = (await slotsNamed(demo, piston)) as [DemoSlot, DemoSlot]
  await registerAll(demo, morning, [...technician, ...of(2, 60)])
  await registerAll(demo, afternoon, of(60, 105))
  for (const [name, whose] of [
    [seminar, of(105, 150)],
    [held.name, [...technician, ...of(20, 68)]],
    [running.name, [...technician, ...of(150, 210)]],
    [today.name, of(210, 240)],
    [full.name, of(240, 240 + fullSeats)],
  ] as const) {
    for (const slot of await slotsNamed(demo, name)) await registerAll(demo, slot, whose)
  }
  const [workshop] = (await slotsNamed(demo, full.name)) as [DemoSlot]
  for (const { userId } of of(240 + fullSeats, 240 + fullSeats + waiting)) {
    await demo.run(now, (work) => joinWaitlist(work, userId, workshop.eventSlotId), userId)
  }
  const upTo = seeded(42)
  for (const series of demoSeries) {
    const slots = await slotsNamed(demo, `${series.name} ${season}`)
    const place = demoSeries.indexOf(series)
    const theirs = people.filter(
      (_, index) => index !== 1 && index < 360 && index % demoSeries.length === place,
    )
    for (const person of theirs) await registerAll(demo, slots[upTo(slots.length)] as DemoSlot, [person])
  }
}

/**
 * Registers people for a slot at times within the four months before it begins, or before now. An administrator's permission
 * registers for last season, whose events are closed.
 */
async function registerAll(demo: Demo, slot: DemoSlot, people: readonly DemoPerson[]) {
  const { run, now } = demo
  const { eventId, eventSlotId, focusId } = slot
  const until = Math.min(now.getTime(), spanOf(slot).startAt.getTime() - day)
  const upTo = seeded(demo.people.indexOf(people[0] as DemoPerson) * 7919 + eventSlotId)
  for (const { userId } of people) {
    // More people register late than early.
    const early = Math.floor(((upTo(1000) * upTo(1000)) / 1_000_000) * 120 * day)
    const askedBy = { userId, permissions: ['registrations:write'] as const }
    await run(new Date(until - early), (work) =>
      register(work, [{ userId, eventId, eventSlotId, focusId, askedBy }]),
    )
  }
}
