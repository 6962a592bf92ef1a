import { getAccountAttendances } from '#contract/attendance/attendances/calls.ts'
import { attendedMinutes } from '#contract/attendance/attendances/rules.ts'
import { getSlotFindings } from '#contract/counting/credit-findings/calls.ts'
import type { TestApp } from './app.ts'
import type { Person } from './given.ts'

/** Returns a person's attendance at their slots by the last count, latest first. */
export async function attendancesOf(app: TestApp, { userId }: Person, token: string) {
  await app.untilJobsAreDone()
  return (await app.call(getAccountAttendances, { query: { userId } }, token)).data.attendances
}

/** Returns the people in a slot's reports without an account: their emails and minutes. */
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
