import { beforeAll, expect, test } from 'vitest'
import {
  generateCertificate,
  getCertificate,
  sendCertificate,
} from '#contract/counting/certificates/calls.ts'
import { getCalendarLink, renewCalendarLink } from '#contract/events/calendars/calls.ts'
import { deleteAccount } from '#contract/office/accounts/calls.ts'
import { sendSignInLink, signInWithLink } from '#contract/people/identity/calls.ts'
import { createUser, exchangeToken } from '#contract/people/sessions/calls.ts'
import { updateMembershipInfo, updateProfile } from '#contract/people/users/calls.ts'
import { registerForEvent } from '#contract/registrations/registrations/calls.ts'
import { confirmRegistrations } from '#server/registrations/registrations/jobs.ts'
import type { Answer } from '#test/call-app.ts'
import { completeProfile } from '#test/complete-profile.ts'
import type { EventWithSlots, Person } from '#test/given.ts'
import {
  byHand,
  cancelOwn,
  givenEvent,
  givenIdToken,
  givenLinkCode,
  givenPerson,
  preparedAdministrator,
  preparedApp,
} from '#test/given.ts'

/** Two processes of one portal: one deletes an account, the other changes it. */
let events: { attended: EventWithSlots; held: EventWithSlots; free: EventWithSlots }
const app = preparedApp()
const other = preparedApp({ sharing: app, works: false })
const administrator = preparedAdministrator(app)
beforeAll(async () => {
  events = {
    attended: await givenEvent(app, { year: 2020 }),
    held: await givenEvent(app, { year: 2099 }),
    free: await givenEvent(app, { year: 2099 }),
  }
})

interface Leaving extends Person {
  attendedId: number
  heldId: number
  idToken: string
  code: string
}

type Rival = (leaving: Leaving) => Promise<Pick<Answer<never>, 'status'> | undefined>

const choose = ({ eventId, slotIds, focusId }: EventWithSlots, slot: 0 | 1) => ({
  eventId,
  eventSlotId: slotIds[slot],
  focusId,
})

const rivals: [string, Rival][] = [
  ['registers', ({ token }) => other.send(registerForEvent, choose(events.free, 0), token)],
  ['changes the time slot', ({ token }) => other.send(registerForEvent, choose(events.held, 1), token)],
  ['cancels', ({ token }) => cancelOwn(other, token, events.held)],
  [
    'is moved by an administrator',
    ({ userId }) => other.send(registerForEvent, { ...choose(events.held, 1), userId }, administrator),
  ],
  [
    'is registered by an administrator',
    ({ userId }) => other.send(registerForEvent, { ...choose(events.free, 1), userId }, administrator),
  ],
  [
    'gets a certificate',
    ({ attendedId: registrationId }) =>
      other.send(generateCertificate, byHand({ registrationId, hours: 8 }), administrator),
  ],
  [
    'is mailed a certificate',
    ({ attendedId: registrationId }) => other.send(sendCertificate, { registrationId }, administrator),
  ],
  [
    'gets a confirmation',
    async ({ heldId: registrationId }) => {
      await other.write((work) => confirmRegistrations(work, [registrationId]))
      return undefined
    },
  ],
  ['asks for the calendar', ({ token }) => other.call(getCalendarLink, {}, token)],
  ['renews the calendar', ({ token }) => other.call(renewCalendarLink, {}, token)],
  [
    'agrees to the mailing list',
    ({ token }) => other.send(updateMembershipInfo, { hasGivenMailingConsent: true }, token),
  ],
  [
    'saves the profile',
    ({ token }) => other.send(updateProfile, { ...completeProfile, hasGivenMailingConsent: true }, token),
  ],
  ['signs in', ({ idToken }) => other.send(exchangeToken, { authToken: idToken })],
  ['signs up', ({ idToken, email }) => other.send(createUser, { authToken: idToken, email })],
  ['redeems a link', ({ email, code }) => other.send(signInWithLink, { email, code })],
  ['asks for a link', ({ email }) => other.send(sendSignInLink, { email })],
  ['deletes the account again', ({ email, token }) => other.send(deleteAccount, { email }, token)],
]

const times = 6

test.each(rivals)(
  'a person who deletes their account and at the same moment %s leaves no data behind',
  async (_, rival) => {
    for (let time = 0; time < times; time++) {
      const leaving = await givenLeaving()
      const { email, token, attendedId } = leaving
      const [deleted, answer] = await Promise.all([app.send(deleteAccount, { email }, token), rival(leaving)])
      const statuses = [deleted.status, answer?.status ?? 200]
      expect(statuses.filter((status) => status >= 500)).toEqual([])
      expect(statuses).toContain(200)
      expect(await tracesOf(leaving)).toEqual({ people: 0, held: 0 })
      const issued = await app.services.db
        .selectFrom('certificates')
        .select('code')
        .where('registrationId', '=', attendedId)
        .execute()
      for (const { code } of issued)
        expect((await app.dataOf(getCertificate, { params: { code } })).valid).toBe(true)
    }
    expect(await countedAndHeld()).toEqual([[0, 0]])
  },
)

/** Returns a person who attended one event and is registered for another. */
async function givenLeaving(): Promise<Leaving> {
  const person = await givenPerson(app)
  // Read before other mails arrive.
  const [idToken, code] = [await givenIdToken(app, person.email), await givenLinkCode(app, person.email)]
  const [attendedId, heldId] = await Promise.all(
    [events.attended, events.held].map(async (event) => {
      const body = { ...choose(event, 0), userId: person.userId }
      const data = await app.dataOf(registerForEvent, { body }, administrator)
      return data.registration.registrationId
    }),
  )
  return { ...person, attendedId: attendedId as number, heldId: heldId as number, idToken, code }
}

/** Counts a person's remaining rows, and the anonymous registrations without a certificate. */
async function tracesOf({ userId, email }: Person) {
  const rows = await app.query(
    `select
      (select count(*)::int from users where user_id = $1 or email = $2) as people,
      (select count(*)::int from registrations r where cancelled_at is null and user_id is null
        and not exists (select from credits where credits.registration_id = r.registration_id)) as held`,
    [userId, email],
  )
  return rows[0]
}

/** Returns the stored and the actual number of current registrations; the test expects 0 for both. */
async function countedAndHeld(): Promise<number[][]> {
  const rows = await app.query(
    `select (select coalesce(sum(registrations), 0)::int from registration_counts) as counted,
      (select count(*)::int from registrations where cancelled_at is null and user_id is not null) as held`,
  )
  return rows.map(({ counted, held }) => [counted, held])
}
