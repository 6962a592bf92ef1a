import { getAccountAttendances } from '#contract/attendance/attendances/calls.ts'
import { attendedMinutes } from '#contract/attendance/attendances/rules.ts'
import { getSlotFindings } from '#contract/counting/credit-findings/calls.ts'
import type { TestApp } from './app.ts'
import type { Person } from './given.ts'

// Who attended, by the last count.

/** Returns a person's attendance at their slots, latest first. */
export async function attendancesOf(app: TestApp, { userId }: Person, token: string) {
  await app.untilJobsAreDone()
  return (await app.call(getAccountAttendances, { query: { userId } }, token)).data.attendances
}

/** Returns the people in a slot's reports who are nobody of ours yet: their email, and their minutes. */
export async function strangersAt(app: TestApp, eventSlotId: number, token: string) {
  await app.untilJobsAreDone()
  const { waits } = (await app.call(getSlotFindings, { query: { eventSlotId } }, token)).data
  return waits
    .filter(({ kind }) => kind === 'unknown-email')
    .map(({ email, facts }): [email: string | null, minutes: number] => {
      const stays = (facts.visits ?? []).flatMap(({ from, to }) =>
        from && to && from < to ? [{ joinedAt: from, leftAt: to }] : [],
      )
      return [email, attendedMinutes(stays)]
    })
}
