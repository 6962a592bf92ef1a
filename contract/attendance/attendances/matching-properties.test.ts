import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { KnownRegistration } from './matching.ts'
import { knownPeople, matchOne } from './matching.ts'

// The same cases in every run, so that no failure is by chance.
const runs = { numRuns: 3000, seed: 2027 }

const words = ['José', 'Núñez', 'Eve', 'O’Neil', 'Søren', 'Groß', 'Łukasz', 'Æsa', 'Anne-Marie', 'Işıl', '李']
const personName = fc.uniqueArray(fc.constantFrom(...words), { minLength: 1, maxLength: 3 })
const emails = ['a@example.com', 'b@example.com', 'shop@example.com']
const ids = ['zr-1', 'zr-2', 'zr-3']

type Person = Omit<KnownRegistration, 'registrationId' | 'userId'>
const person: fc.Arbitrary<Person> = fc.record({
  name: personName.map((each) => each.join(' ')),
  emails: fc.subarray(emails),
  isOtherSlot: fc.boolean(),
  isCanceled: fc.boolean(),
})
const world = fc
  .record({
    // Two users may have more than one registration.
    people: fc.array(fc.tuple(person, fc.integer({ min: 1, max: 5 })), { maxLength: 7 }),
    identities: fc.array(fc.tuple(fc.integer({ min: 1, max: 8 }), fc.constantFrom(...ids)), { maxLength: 5 }),
  })
  .map(({ people, identities }) => ({
    webinarId: 'w1',
    registrations: people.map(([each, user], place) => ({
      ...each,
      registrationId: place + 1,
      userId: `u${user}`,
    })),
    identities: identities.map(([registrationId, registrantId]) => ({
      registrationId,
      registrantId,
      webinarId: 'w1',
    })),
  }))
const row = fc.record({
  rowId: fc.constant(1),
  registrantId: fc.constantFrom(null, null, ...ids),
  email: fc.constantFrom(null, null, 'unknown@example.com', ...emails),
  name: personName.map((each) => each.join(' ')),
  role: fc.constantFrom('attendee', 'attendee', 'panelist', 'host'),
})

type Spelling = (name: string) => string
const spellings: Spelling[] = [
  (name) => name.normalize('NFD'),
  (name) => name.normalize('NFD').replaceAll(/\p{M}/gu, ''),
  (name) => name.toUpperCase(),
  (name) => name.replaceAll('’', ''),
  (name) => name.replaceAll('’', 'ʼ'),
  (name) => name.replaceAll('’', "'"),
  (name) => name.replaceAll('ø', 'o').replaceAll('Ł', 'L').replaceAll('Æ', 'Ae'),
  (name) => [...name].join('\u200b'),
  (name) => `\u202a${name}\u202c`,
  (name) => name.replaceAll(' ', '  '),
  (name) => name.replaceAll(' ', '\u00a0'),
  (name) => name.split(' ').toReversed().join(', '),
]
const brackets: Spelling[] = [
  (name) => `${name} (Shop 2)`,
  (name) => `[${name}]`,
  (name) => `iPhone 7 (${name})`,
  (name) => name.replace(/ |$/, ' {he} '),
]
const steps = (of: Spelling[]) => fc.array(fc.constantFrom(...of), { maxLength: 3 })
/** Spells a name differently. Brackets come last, because another order of words would tear them apart. */
const dress: fc.Arbitrary<Spelling> = fc
  .tuple(steps(spellings), steps(brackets))
  .map((each) => (name) => each.flat().reduce((text, step) => step(text), name))

test('the order of registrations and identities makes no difference', () => {
  fc.assert(
    fc.property(world, row, fc.infiniteStream(fc.nat()), (given, each, ranks) => {
      const shuffled = <T>(list: T[]) =>
        list
          .map((item) => ({ item, rank: ranks.next().value as number }))
          .sort((a, b) => a.rank - b.rank)
          .map(({ item }) => item)
      const other = {
        ...given,
        registrations: shuffled(given.registrations),
        identities: shuffled(given.identities),
      }
      expect(matchOne(knownPeople(other), each, [])).toEqual(matchOne(knownPeople(given), each, []))
    }),
    runs,
  )
})

test('a name never matches, and never changes whose a row is', () => {
  fc.assert(
    fc.property(world, row, fc.string(), (given, each, name) => {
      const people = knownPeople(given)
      const [one, other] = [matchOne(people, each, []), matchOne(people, { ...each, name }, [])]
      if ('to' in one) expect(other).toEqual(one)
      else expect(other).toMatchObject({ waits: one.waits })
      expect(
        matchOne(people, { ...each, registrantId: null, email: null, role: 'attendee' }, []),
      ).toMatchObject({ waits: 'no-email' })
    }),
    runs,
  )
})

test('nobody who has canceled is matched or proposed', () => {
  fc.assert(
    fc.property(world, row, (given, each) => {
      const match = matchOne(knownPeople(given), each, [])
      for (const id of 'to' in match ? match.to : match.candidates) {
        expect(given.registrations.find(({ registrationId }) => registrationId === id)?.isCanceled).toBe(
          false,
        )
      }
      const standing = given.registrations.filter(({ isCanceled }) => !isCanceled)
      const users = new Set(standing.map(({ userId }) => userId))
      const without = {
        ...given,
        registrations: given.registrations.filter(({ userId }) => users.has(userId)),
      }
      expect(matchOne(knownPeople(without), each, [])).toEqual(match)
    }),
    runs,
  )
})

test('a name in another spelling proposes the same people, and with another word nobody', () => {
  fc.assert(
    fc.property(world, personName, dress, (given, each, dressed) => {
      const people = knownPeople(given)
      const candidatesOf = (name: string) =>
        matchOne(people, { rowId: 1, registrantId: null, email: null, name }, [])
      const name = each.join(' ')
      expect(candidatesOf(dressed(name))).toEqual(candidatesOf(name))
      expect(candidatesOf(dressed(`${name} Torque`))).toEqual({ waits: 'no-email', candidates: [] })
    }),
    runs,
  )
})
