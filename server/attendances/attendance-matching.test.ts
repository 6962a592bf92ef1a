import { expect, test } from 'vitest'
import type { Visit } from '#server/core/webinar-platform/webinar-platform.ts'
import type { RegisteredPerson } from './attendance-matching.ts'
import { matchAttendance } from './attendance-matching.ts'

const pat = registered(1, 'pat@example.com', { registrantId: 'r-pat' })
const kim = registered(2, 'kim@example.com', { registrantId: 'r-kim', told: 'kim.old@example.com' })
const late = registered(3, 'late@example.com', { registrantId: null })
const twins = [4, 5].map((id) =>
  registered(id, `twin${id}@example.com`, { registrantId: 'r-twins', told: 'twins@example.com' }),
)

test.each<[string, Partial<Visit>, number | null]>([
  ['a registrant id', { registrantId: 'r-pat' }, 1],
  ['a registrant id with the email of somebody else', { registrantId: 'r-pat', email: kim.email }, 1],
  ['an email, however it is written', { email: ' PAT@Example.com ' }, 1],
  ['the email that the webinar platform was told', { email: 'kim.old@example.com' }, 2],
  ['the email that they have by now', { email: 'kim@example.com' }, 2],
  ['the email of somebody whom the webinar platform never registered', { email: late.email }, 3],
  ['a registrant id that nobody has, with an email', { registrantId: 'r-other', email: pat.email }, 1],
  ['the email of nobody', { email: 'nobody@example.com' }, null],
  ['a name alone', { name: pat.name }, null],
  ['a registrant id of two', { registrantId: 'r-twins' }, null],
  ['an email of two', { email: 'twins@example.com' }, null],
  ['an email that one of two has alone', { registrantId: 'r-twins', email: 'twin5@example.com' }, 5],
])('%s decides to whom a visit belongs', (_, given, registrationId) => {
  const people = matchAttendance([pat, kim, late, ...twins], { visits: [visit(given)], answers: [] })
  expect(people.filter(({ visits }) => visits.length > 0).map((each) => each.registrationId)).toEqual([
    registrationId,
  ])
  expect(people.filter((each) => each.registrationId !== null)).toHaveLength(5)
})

test('whoever is not registered is one person by their id or email, and by their name where there is neither', () => {
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
  { registrantId, told = email }: { registrantId: string | null; told?: string },
): RegisteredPerson {
  const userId = `user ${registrationId}`
  return {
    registrationId,
    userId,
    name: `Name ${registrationId}`,
    email,
    emails: [email, told],
    registrantId,
  }
}

function visit(given: Partial<Visit>): Visit {
  const [joinedAt, leftAt] = [new Date('2027-02-09T13:00:00Z'), new Date('2027-02-09T14:00:00Z')]
  return { registrantId: null, email: null, name: '', joinedAt, leftAt, ...given }
}
