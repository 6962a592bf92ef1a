import type { RehearsalPerson } from './cast.ts'
import { rehearsalDomain } from './cast.ts'
import { habitOf, habits } from './habits.ts'
import type { ComparedHabit, ComparedMails } from './result.ts'

type Expected = Pick<RehearsalPerson, 'habit' | 'email' | 'expectedHours'>

/** Compares each habit's expected hours with the credited ones, by email. People without a registration have 0. */
export function comparedHabits(
  people: readonly Expected[],
  credited: ReadonlyMap<string, number>,
): ComparedHabit[] {
  return [...Map.groupBy(people, ({ habit }) => habit)]
    .toSorted(([one], [other]) => placeOf(one) - placeOf(other))
    .map(([habit, having]) => {
      const hours = Map.groupBy(having, ({ email }) => credited.get(email) ?? 0)
      const expectedHours = having[0]?.expectedHours ?? 0
      return {
        habit,
        people: having.length,
        expectedHours,
        credited: [...hours]
          .map(([given, { length }]) => ({ hours: given, people: length }))
          .toSorted((a, b) => b.hours - a.hours),
        isAsExpected: hours.size === 1 && hours.has(expectedHours),
      }
    })
}

/** Compares the mails of each kind with what these people should get, in a slot of two days. */
export function comparedMails(
  people: readonly Expected[],
  sent: readonly { cause: string; toAddress: string }[],
): ComparedMails[] {
  const count = (is: 'cancels' | 'registersLate' | 'makesUp') =>
    people.filter(({ habit }) => habitOf(habit)[is]).length
  const canceled = count('cancels')
  const late = count('registersLate')
  const expected: Record<string, number> = {
    'Sign-in link': people.length,
    Confirmation: people.length,
    Cancellation: canceled,
    // Two a day. People who register after the start get only the one an hour before day 2.
    Reminder: (people.length - canceled - late) * 4 + late,
    'Admission to another slot': count('makesUp'),
    Certificate: people.filter(({ expectedHours }) => expectedHours > 0).length,
    'Other, or to someone else': 0,
  }
  const kinds = Map.groupBy(sent, kindOf)
  return Object.entries(expected).map(([kind, count]) => {
    const { length } = kinds.get(kind) ?? []
    return { kind, expected: count, sent: length, isAsExpected: length === count }
  })
}

function kindOf({ cause, toAddress }: { cause: string; toAddress: string }): string {
  const isOurs = toAddress.endsWith(`@${rehearsalDomain}`)
  return (isOurs && causes.find(([pattern]) => pattern.test(cause))?.[1]) || 'Other, or to someone else'
}

const causes = [
  [/^identity:sign-in/, 'Sign-in link'],
  [/:confirmation$/, 'Confirmation'],
  [/:cancellation$/, 'Cancellation'],
  [/^reminder:/, 'Reminder'],
  [/^make-up:/, 'Admission to another slot'],
  [/^certificate:/, 'Certificate'],
] as const

function placeOf(habit: Expected['habit']): number {
  return Object.keys(habits).indexOf(habit)
}
