import { decideAttendance } from '#contract/attendance/attendance-decisions/calls.ts'
import { subjectOfRow } from '#contract/attendance/attendance-decisions/subjects.ts'
import { getSlotFindings } from '#contract/counting/credit-findings/calls.ts'
import { pollFile, strayFiles } from './files.ts'
import type { RehearsalDay } from './habits.ts'
import { habitOf } from './habits.ts'
import type { SignedUp } from './people.ts'
import { answerPoll, cancel, makeUp, register } from './people.ts'
import type { Portal } from './portal.ts'
import { enterRoom, leaveRoom } from './room.ts'
import type { Series, SeriesSlot } from './series.ts'

const minute = 60_000
const hour = 60 * minute

/** The portal requests a day's report this long after its end. */
export const reportedAfterMs = 10 * minute + 1000

/** A time of the rehearsal, in milliseconds, and what happens then. */
interface Step {
  at: number
  run(): Promise<unknown>
}

/** Returns all that happens after the registrations, in order. */
export function stepsOf(portal: Portal, series: Series, people: readonly SignedUp[]): Step[] {
  const {
    held,
    other,
    codes,
    figures: { teachingMinutes, polls },
  } = series
  const [first, { endAt: end }] = held.days
  const [makeUpDay] = other.days
  const steps: Step[] = [
    {
      at: first.startAt - 30 * hour,
      run: () => forEach(having(people, 'cancels'), (person) => cancel(portal, person, held)),
    },
    {
      at: first.startAt + 20 * minute,
      run: () => forEach(having(people, 'registersLate'), (person) => register(portal, person, held)),
    },
    ...[...held.days, makeUpDay].flatMap((day) => sweepsOf(portal, day)),
    ...people.flatMap((person) => staysOf(portal, person, series)),
    // The last hour of day 1 is missed.
    {
      at: (first.hours.at(-1) as number) + (teachingMinutes + polls.lateMinutes + 1) * minute,
      run: () => forEach(having(people, 'makesUp'), (person) => makeUp(portal, person, other)),
    },
    ...people.flatMap((person) =>
      person.answers
        .filter(({ isByCode }) => isByCode)
        .map(({ answeredAt, opensAt }) => ({
          at: answeredAt,
          run: () => answerPoll(portal, person, codes.get(opensAt) as string),
        })),
    ),
    { at: end + 10.3 * minute, run: () => portal.upload(held.eventSlotId, pollFile(people)) },
    { at: end + 10.5 * minute, run: () => addGroup(portal, held, people) },
    {
      at: end + 12 * minute,
      run: () => forEach(strayFiles(people, first), (file) => portal.upload(held.eventSlotId, file)),
    },
    // The reports are settled.
    { at: end + 24 * hour + 10 * minute, run: portal.sweep },
  ]
  return steps.toSorted((one, next) => one.at - next.at)
}

/** The relevant sweeps: before the reminders of a day, and when its reports are requested. */
function sweepsOf({ sweep }: Portal, { startAt, endAt }: RehearsalDay): Step[] {
  return [
    startAt - 24 * hour + minute,
    startAt - hour + minute,
    endAt + reportedAfterMs,
    endAt + 15 * minute,
    endAt + 20 * minute,
    endAt + 70 * minute + 1000,
  ].map((at) => ({ at, run: sweep }))
}

/** Returns when a person enters and leaves the rooms. */
function staysOf(portal: Portal, person: SignedUp, { held, other }: Series): Step[] {
  return person.stays.flatMap((stay) => {
    const [from, to] = stay
    const isOf = ({ days }: SeriesSlot) => days.some(({ startAt, endAt }) => from < endAt && to > startAt)
    const slot = isOf(held) ? held : other
    return [
      { at: from, run: () => enterRoom(portal, person, slot) },
      { at: to, run: () => leaveRoom(portal, person, { slot, stay }) },
    ]
  })
}

/** Adds the group's people to the rows of the one whose computer it was. */
async function addGroup(
  { services, administer }: Portal,
  { eventSlotId }: SeriesSlot,
  people: readonly SignedUp[],
): Promise<void> {
  const { people: found } = await administer(getSlotFindings, { query: { eventSlotId } })
  const registrationOf = ({ email }: SignedUp) =>
    found.find((each) => each.email === email)?.registrationId as number
  const [host] = people.filter(({ habit }) => habit === 'Group: whose computer it is') as [SignedUp]
  const { registrantId } = await services.db
    .selectFrom('platformIdentities')
    .select('registrantId')
    .where('registrationId', '=', registrationOf(host))
    .executeTakeFirstOrThrow()
  const row = { registrantId, email: host.email, name: '', from: null, to: null }
  const group = [host, ...having(people, 'sharesComputer')]
  const body = {
    eventSlotId,
    act: 'match' as const,
    reason: 'Signed sheet',
    subjects: [{ subject: subjectOfRow(row) }],
    registrationIds: group.map(registrationOf),
  }
  await administer(decideAttendance, { body })
}

function having(people: readonly SignedUp[], is: 'cancels' | 'registersLate' | 'makesUp' | 'sharesComputer') {
  return people.filter(({ habit }) => habitOf(habit)[is])
}

async function forEach<Item>(items: readonly Item[], act: (item: Item) => Promise<void>): Promise<void> {
  for (const item of items) await act(item)
}
