import { expect, test } from 'vitest'
import type { RegisteredPerson, Visit } from './attendance-matching.ts'
import { matchAttendance } from './attendance-matching.ts'

const pat = registered(1, 'pat@example.com', { registrantIds: ['r-pat'] })
const kim = registered(2, 'kim@example.com', {
  registrantIds: ['r-kim.old', 'r-kim'],
  told: 'kim.old@example.com',
})
const late = registered(3, 'late@example.com', {})
const twins = [4, 5].map((id) =>
  registered(id, `twin${id}@example.com`, { registrantIds: ['r-twins'], told: 'twins@example.com' }),
)

test.each<[string, Partial<Visit>, number | null]>([
  ['with a registrant id', { registrantId: 'r-pat' }, 1],
  ['with a registrant id from before a move', { registrantId: 'r-kim.old' }, 2],
  ["with a registrant id and another person's email", { registrantId: 'r-pat', email: kim.email }, 1],
  ['with an email in any case, with blanks', { email: ' PAT@Example.com ' }, 1],
  ['with the email that the webinar platform was told', { email: 'kim.old@example.com' }, 2],
  ["with the person's current email", { email: 'kim@example.com' }, 2],
  ['with the email of a person the webinar platform never registered', { email: late.email }, 3],
  ['with an unknown registrant id and an email', { registrantId: 'r-other', email: pat.email }, 1],
  ['with an unknown email', { email: 'nobody@example.com' }, null],
  ['with a name alone', { name: pat.name }, null],
  ['with a registrant id that two people share', { registrantId: 'r-twins' }, null],
  ['with an email that two people share', { email: 'twins@example.com' }, null],
  [
    'with a shared registrant id and an email that only one of two has',
    { registrantId: 'r-twins', email: 'twin5@example.com' },
    5,
  ],
])('a visit %s is matched with the right person or with nobody', (_, given, registrationId) => {
  const people = matchAttendance([pat, kim, late, ...twins], { visits: [visit(given)], answers: [] })
  expect(people.filter(({ visits }) => visits.length > 0).map((each) => each.registrationId)).toEqual([
    registrationId,
  ])
  expect(people.filter((each) => each.registrationId !== null)).toHaveLength(5)
})

test('an unregistered person is identified by id or email, or by name if both are missing', () => {
  const visits = [
    visit({ registrantId: 'r-1', email: 'one@example.com', name: 'One' }),
    visit({ registrantId: 'r-1', email: null, name: 'One' }),
    visit({ email: 'two@example.com', name: 'Two' }),
    visit({ email: 'Two@example.com', name: 'Two again' }),
    visit({ name: 'Two' }),
    visit({ name: 'Phone' }),
  ]
  const answers = [
    { registrantId: null, email: 'TWO@example.com', question: 'Q', answer: 'A', answeredAt: null },
    { registrantId: null, email: 'one@example.com', question: 'Q', answer: 'B', answeredAt: null },
  ]
  const people = matchAttendance([], { visits, answers })
  expect(people.map(({ name, visits, answers }) => [name, visits.length, answers.length])).toEqual([
    ['One', 2, 1],
    ['Two', 2, 1],
    ['Two', 1, 0],
    ['Phone', 1, 0],
  ])
})

function registered(
  registrationId: number,
  email: string,
  { registrantIds = [], told = email }: { registrantIds?: string[]; told?: string },
): RegisteredPerson {
  const userId = `user ${registrationId}`
  return {
    registrationId,
    userId,
    name: `Name ${registrationId}`,
    email,
    emails: [email, told],
    registrantIds,
  }
}

function visit(given: Partial<Visit>): Visit {
  const [joinedAt, leftAt] = [new Date('2027-02-09T13:00:00Z'), new Date('2027-02-09T14:00:00Z')]
  return { registrantId: null, email: null, name: '', joinedAt, leftAt, ...given }
}
