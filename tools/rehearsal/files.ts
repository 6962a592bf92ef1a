import type { RehearsalPerson } from './cast.ts'
import type { RehearsalDay, Stay } from './habits.ts'
import { restartMs, restartOf } from './habits.ts'
import type { UploadedFile } from './portal.ts'

const minute = 60_000
const hour = 60 * minute
/** The number of people in the files of other times. */
const few = 5

/** Returns the webinar's poll report, in which each hour has a question with the same words. */
export function pollFile(people: readonly RehearsalPerson[]): UploadedFile {
  const rows = people.flatMap((person) =>
    person.answers
      .filter(({ isByCode }) => !isByCode)
      .map(({ answeredAt }) => [
        nameOf(person),
        person.email,
        shown(answeredAt),
        'Are you still with us?',
        'Yes',
      ]),
  )
  return fileOf('polls.csv', ['User Name', 'User Email', 'Submitted Date/Time', 'Question', 'Answer'], rows)
}

/**
 * Returns files that change nobody's hours. They are of a practice session before day 1, of a slot later on
 * that day, and the second one of the restarted webinar. The first two name people who lost hours.
 */
export function strayFiles(people: readonly RehearsalPerson[], day: RehearsalDay): UploadedFile[] {
  const most = Math.max(...people.map(({ expectedHours }) => expectedHours))
  const lacking = people.filter(({ expectedHours }) => expectedHours < most).slice(0, few)
  const restartedAt = restartOf(day) + restartMs
  return [
    attendanceFile('practice.csv', lacking, () => [[day.startAt - 3 * hour, day.startAt - 160 * minute]]),
    attendanceFile('other-slot.csv', lacking, () => [[day.startAt + 6 * hour, day.endAt + 6 * hour]]),
    attendanceFile('after-the-restart.csv', people, ({ stays }) =>
      stays
        .filter(([from, to]) => from < day.endAt && to > restartedAt)
        .map(([from, to]) => [Math.max(from, restartedAt), to]),
    ),
  ]
}

function attendanceFile(
  name: string,
  people: readonly RehearsalPerson[],
  staysOf: (person: RehearsalPerson) => Stay[],
): UploadedFile {
  const rows = people.flatMap((person) =>
    staysOf(person).map(([from, to]) => ['Yes', nameOf(person), person.email, shown(from), shown(to)]),
  )
  return fileOf(name, ['Attended', 'User Name', 'Email', 'Join Time', 'Leave Time'], rows)
}

function fileOf(name: string, heading: string[], rows: readonly string[][]): UploadedFile {
  return { name, text: [heading, ...rows].map((cells) => `${cells.join(',')}\n`).join('') }
}

function nameOf({ firstName, lastName }: RehearsalPerson): string {
  return `${firstName} ${lastName}`
}

/** Returns '2027-02-09 13:00:00', UTC. */
function shown(instantMs: number): string {
  return new Date(instantMs).toISOString().slice(0, 19).replace('T', ' ')
}
