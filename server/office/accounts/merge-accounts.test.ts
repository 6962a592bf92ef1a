import { describe, expect, test } from 'vitest'
import { generateCertificate, getCertificate } from '#contract/counting/certificates/calls.ts'
import { getCalendarLink } from '#contract/events/calendars/calls.ts'
import { deleteAccount, getAccountData } from '#contract/office/accounts/calls.ts'
import {
  findAccounts,
  mergeAccounts,
  separableDays,
  separateAccounts,
} from '#contract/office/accounts/merges.ts'
import { getAccount } from '#contract/office/accounts/records.ts'
import { getReminders, stopReminders } from '#contract/outreach/reminders/calls.ts'
import { changeEmail } from '#contract/people/email-changes/calls.ts'
import { signInWithPassword } from '#contract/people/identity/calls.ts'
import { createUser, exchangeToken } from '#contract/people/sessions/calls.ts'
import { checkEmailExists, getProfile, updateProfile } from '#contract/people/users/calls.ts'
import { updateUserByAdmin } from '#contract/people/users/edits.ts'
import {
  getAllRegisteredUsers,
  getAllUnregisteredUsers,
} from '#contract/registrations/registration-lists/calls.ts'
import { registerForEvent } from '#contract/registrations/registrations/calls.ts'
import { deleteRegistration } from '#contract/registrations/registrations/changes.ts'
import { mergeVerdicts } from '#contract/registrations/registrations/merges.ts'
import { expectRefusal, expectSuccess, startApp, until } from '#test/app.ts'
import { readCalendar } from '#test/calendars.ts'
import { completeProfile } from '#test/complete-profile.ts'
import type { EventWithSlots, Person } from '#test/given.ts'
import {
  byHand,
  cancelOwn,
  givenAdministrator,
  givenCredit,
  givenEvent,
  givenIdToken,
  givenPassword,
  givenPerson,
  givenPersonUnmailed,
  givenRegistration,
  givenSession,
  historyOf,
  prepared,
  preparedAdministrator,
  preparedApp,
} from '#test/given.ts'

const app = preparedApp()
const other = preparedApp({ sharing: app, works: false })
const administrator = preparedAdministrator(app)
const past = prepared(() => givenEvent(app, { eventName: 'Long ago', year: 2020 }))
const coming = prepared(() => givenEvent(app, { eventName: 'Far ahead', year: 2099 }))

describe('merging two accounts', () => {
  test('moves everything into one account, with certificates and history, and fills gaps in its profile', async () => {
    const [kept, absorbed] = [
      await givenPerson(app, { profile: { phone: '' } }),
      await givenPerson(app, { profile: { phone: '+1||8035550177', companyName: 'Elsewhere' } }),
    ]
    const attended = await givenRegistration(app, absorbed, past, { by: administrator })
    const code = await givenCredit(app, administrator, attended, 8, 'Attended')
    const held = await givenRegistration(app, kept, coming, { by: administrator })
    await expectSuccess(merge(kept, absorbed))

    const account = await accountOf(kept)
    expect(account.registrations.map(({ registrationId }) => registrationId)).toEqual([held, attended])
    expect(account.user).toMatchObject({ email: kept.email, phone: '+1||8035550177' })
    expect(account.user.companyName).toBe(completeProfile.companyName)
    expect(account.merges).toMatchObject([{ email: absorbed.email, mergedBy: 'Portal Administrator' }])
    expect(await app.dataOf(getCertificate, { params: { code } })).toMatchObject({
      valid: true,
      hours: 8,
    })
    const history = await historyOf(app, administrator, { userId: kept.userId })
    expect(history.map(({ activity }) => activity).sort()).toEqual([
      'accounts-merged',
      'certificate-issued',
      'credited',
      'handed-over',
      'registered',
      'registered',
      'signed-up',
      'signed-up',
    ])
    expect(history.find(({ activity }) => activity === 'accounts-merged')).toMatchObject({
      actedBy: { userId: administrator.userId },
      changes: expect.arrayContaining([
        { what: 'Other account', from: '', to: absorbed.email },
        { what: 'Phone', from: '', to: '+1||8035550177' },
      ]),
    })
    expect(new Set(history.map(({ person }) => person?.userId))).toEqual(new Set([kept.userId]))
    expect(await historyOf(app, administrator, { search: absorbed.email })).toEqual(history)
  })

  test('ends the registration with fewer hours if both have one for an event, and tells both addresses', async () => {
    const [kept, absorbed] = [await givenPerson(app), await givenPerson(app)]
    const turbine = await givenEvent(app, { eventName: 'Held by both', year: 2099 })
    const [first, second] = [
      await givenRegistration(app, kept, past, { by: administrator }),
      await givenRegistration(app, absorbed, past, { by: administrator }),
    ]
    const code = await givenCredit(app, administrator, second, 8, 'Attended')
    const [third, fourth] = [
      await givenRegistration(app, kept, turbine, { by: administrator }),
      await givenRegistration(app, absorbed, turbine, { by: administrator }),
    ]
    await app.untilJobsAreDone()
    await expectSuccess(merge(kept, absorbed))
    await app.untilJobsAreDone()

    const { registrations } = await accountOf(kept)
    expect(registrations.filter(({ canceledAt }) => canceledAt === null)).toMatchObject([
      { registrationId: third },
      { registrationId: second, hours: 8 },
    ])
    expect((await app.dataOf(getCertificate, { params: { code } })).valid).toBe(true)
    const [[toKept], [toAbsorbed]] = [await app.mailsTo(kept.email), await app.mailsTo(absorbed.email)]
    expect([toKept?.subject, toAbsorbed?.subject]).toEqual(Array(2).fill('Your accounts have been merged'))
    expect(toKept?.text).toContain(absorbed.email)
    expect(toKept?.text).toContain('Long ago')
    expect(toKept?.text).not.toContain('Held by both')
    expect(toAbsorbed?.text).toContain('Held by both')
    expect(toAbsorbed?.text).not.toContain(kept.email)
    expect(await canceledFor(absorbed)).toEqual([`registration-${fourth}-day-1@localhost`])
    expect(await canceledFor(kept)).toEqual([`registration-${first}-day-1@localhost`])
  })

  test('ends the sessions of the merged account in every process, and its email names the other account', async () => {
    const [kept, absorbed] = [await givenPerson(app), await givenPerson(app)]
    const elsewhere = await givenSession(app, absorbed.userId)
    await expectSuccess(other.call(getProfile, {}, elsewhere))
    const idToken = await givenIdToken(app, absorbed.email)
    await merge(kept, absorbed)
    expect((await app.call(getProfile, {}, absorbed)).status).toBe(401)
    await until(async () => (await other.call(getProfile, {}, elsewhere)).status === 401)
    const { email } = absorbed
    for (const refused of [
      await app.send(exchangeToken, { authToken: idToken }),
      await app.send(createUser, { authToken: await givenIdToken(app, email), email }),
      await app.call(checkEmailExists, { query: { email } }),
    ]) {
      expect([refused.status, refused.failure?.code]).toEqual([409, 'ACCOUNT_MERGED'])
    }
    const stranger = await givenPerson(app)
    const taken = await app.send(changeEmail, { email }, stranger)
    expect(taken.failure?.code).toBe('EMAIL_TAKEN')
    await expectSuccess(app.call(getProfile, {}, kept))
  })

  test('removes the merged account from lists, counts and searches', async () => {
    const [kept, absorbed] = [await givenPerson(app), await givenPerson(app)]
    const unregistered = async (query: { search?: string } = {}) =>
      (await app.dataOf(getAllUnregisteredUsers, { query: { ...query, year: 2099 } }, administrator))
        .pagination.totalRecords
    const before = await unregistered()
    await givenRegistration(app, absorbed, coming, { by: administrator })
    await merge(kept, absorbed)
    expect([
      await unregistered(),
      await unregistered({ search: absorbed.userId }),
      await unregistered({ search: 'merged.invalid' }),
    ]).toEqual([before - 2, 0, 0])
    const found = async (search: string) =>
      (await app.dataOf(findAccounts, { query: { search } }, administrator)).accounts
    expect(await found(absorbed.email)).toEqual([])
    expect(await found(kept.email)).toMatchObject([{ userId: kept.userId, registrations: 1 }])
    const query = { search: kept.email }
    const { registrations } = await app.dataOf(getAllRegisteredUsers, { query }, administrator)
    expect(registrations).toHaveLength(1)
    expect((await accountOf(absorbed)).user.userId).toBe(kept.userId)
    const edit = { ...completeProfile, userId: absorbed.userId }
    const edited = await app.send(updateUserByAdmin, edit, administrator)
    expect(edited.failure?.code).toBe('USER_NOT_FOUND')
    const body = { ...slotOf(past), userId: absorbed.userId }
    const registered = await app.send(registerForEvent, body, administrator)
    expect(registered.failure?.code).toBe('USER_NOT_FOUND')
  })

  test('keeps the calendar subscription of the merged account, and the data export lists that account', async () => {
    const [kept, absorbed] = [await givenPerson(app), await givenPerson(app)]
    const { url } = await app.dataOf(getCalendarLink, {}, absorbed)
    await givenRegistration(app, absorbed, coming, { by: administrator })
    await givenRegistration(app, kept, await givenEvent(app, { year: 2099 }), { by: administrator })
    await merge(kept, absorbed)
    const { payload } = await app.request({ url: new URL(url).pathname })
    expect(readCalendar(payload)[1]).toHaveLength(4)
    const data = await app.request({
      url: `/api${getAccountData.path}`,
      headers: { authorization: `Bearer ${kept.token}` },
    })
    expect(JSON.parse(data.payload).mergedAccounts).toMatchObject([{ email: absorbed.email, consents: [] }])
  })

  test('keeps the links that stop reminders in the mails of both accounts', async () => {
    const [kept, absorbed] = [await givenPerson(app), await givenPerson(app)]
    const { reminderCode: code } = await app.services.db
      .selectFrom('users')
      .select('reminderCode')
      .where('userId', '=', absorbed.userId)
      .executeTakeFirstOrThrow()
    await merge(kept, absorbed)
    await expectSuccess(app.send(stopReminders, { code }))
    expect((await app.dataOf(getReminders, {}, kept)).hasReminders).toBe(false)
  })

  test('cancels the reminder of a registration that it ends, if that has not been sent', async () => {
    const idle = await startApp({ works: false })
    const [kept, absorbed] = [await givenPersonUnmailed(idle), await givenPersonUnmailed(idle)]
    const token = (await givenAdministrator(idle)).token
    const event = await givenEvent(idle, { year: 2099 })
    const body = slotOf(event)
    await idle.call(registerForEvent, { body }, kept.token)
    const { data } = await idle.call(registerForEvent, { body }, absorbed.token)
    const { registrationId } = data.registration
    await idle.query(
      `with mail as (
        insert into mails (cause, to_address, subject, html, text) values ('reminder', $2, 'Tomorrow', '', '') returning mail_id
      ), told as (
        insert into confirmations
        select $1, event_slot_id, now(), start_on, end_on, start_time, end_time from event_slots where event_slot_id = $3
      )
      insert into reminders (registration_id, event_slot_id, day_on, kind, mail_id)
      select $1, $3, '2099-02-09', 'day-before', mail_id from mail`,
      [registrationId, absorbed.email, event.slotIds[0]],
    )
    const merging = { userId: kept.userId, absorbedId: absorbed.userId, ending: [registrationId] }
    await expectSuccess(idle.call(mergeAccounts, { body: merging }, token))
    const waiting = await idle.services.db.selectFrom('mails').select('subject').execute()
    expect(waiting.map(({ subject }) => subject)).toEqual(Array(2).fill('Your accounts have been merged'))
    await idle.close()
  })

  test('includes earlier merges, which can be undone in any order', async () => {
    const [first, second, third] = [await givenPerson(app), await givenPerson(app), await givenPerson(app)]
    const registrationId = await givenRegistration(app, third, coming, { by: administrator })
    await merge(second, third)
    const [ofThird] = (await accountOf(second)).merges
    await merge(first, second)
    expect((await accountOf(third)).user.userId).toBe(first.userId)
    await expectSuccess(separate(ofThird?.accountMergeId))
    expect((await accountOf(third)).registrations).toMatchObject([{ registrationId }])
    const [ofSecond] = (await accountOf(first)).merges
    await expectSuccess(separate(ofSecond?.accountMergeId))
    expect((await accountOf(second)).registrations).toEqual([])
  })
})

describe('a merge is refused', () => {
  test("if it would merge an administrator's account into another; the reverse is allowed", async () => {
    const person = await givenPerson(app)
    const chief = await givenAdministrator(app, 'chief@example.com')
    await expectRefusal(merge(person, chief), 'ADMINISTRATOR_MERGED')
    await expectSuccess(merge(chief, person))
  })

  test('if other registrations would end than those that were shown', async () => {
    const [kept, absorbed] = [await givenPerson(app), await givenPerson(app)]
    await givenRegistration(app, kept, coming, { by: administrator })
    const ending = [await givenRegistration(app, absorbed, coming, { by: administrator })]
    const body = { userId: kept.userId, absorbedId: absorbed.userId }
    for (const seen of [[], [ending[0] as number, 4711]]) {
      const answer = await app.send(mergeAccounts, { ...body, ending: seen }, administrator)
      expect([answer.status, answer.failure?.code]).toEqual([409, 'CHANGED_MEANWHILE'])
    }
    const { status } = await app.send(mergeAccounts, { ...body, ending }, administrator)
    expect(status).toBe(200)
  })

  test('for an account with itself, for an unknown account, and for an account that is already merged', async () => {
    const [kept, absorbed] = [await givenPerson(app), await givenPerson(app)]
    const codeOf = async (userId: string, absorbedId: string) => {
      const body = { userId, absorbedId, ending: [] }
      return (await app.send(mergeAccounts, body, administrator)).failure?.code
    }
    expect(await codeOf(kept.userId, kept.userId)).toBe('INVALID_FIELDS')
    expect(await codeOf(kept.userId, crypto.randomUUID())).toBe('USER_NOT_FOUND')
    expect(await codeOf(kept.userId, absorbed.userId)).toBeUndefined()
    expect(await codeOf(kept.userId, absorbed.userId)).toBe('USER_NOT_FOUND')
    expect(await codeOf(absorbed.userId, kept.userId)).toBe('USER_NOT_FOUND')
  })
})

describe('undoing a merge', () => {
  test('returns to each account what it had, and keeps later additions where they are', async () => {
    const [kept, absorbed] = [
      await givenPerson(app, { profile: { phone: '', companyName: 'Mine' } }),
      await givenPerson(app),
    ]
    const canceled = await givenRegistration(app, absorbed, await givenEvent(app, { year: 2098 }), {
      by: administrator,
    })
    await app.send(deleteRegistration, { registrationId: canceled }, administrator)
    const [lost, attended] = [
      await givenRegistration(app, kept, past, { by: administrator }),
      await givenRegistration(app, absorbed, past, { by: administrator }),
    ]
    const code = await givenCredit(app, administrator, attended, 8, 'Attended')
    await merge(kept, absorbed)
    const since = await givenRegistration(app, kept, coming, { by: administrator })
    const [before] = (await accountOf(kept)).merges
    expect((await separate(before?.accountMergeId)).data).toEqual({ unrestored: [] })

    const [one, two] = [await accountOf(kept), await accountOf(absorbed)]
    const heldIn = ({ registrations }: typeof one) =>
      registrations
        .filter(({ canceledAt }) => canceledAt === null)
        .map(({ registrationId }) => registrationId)
    expect([heldIn(one), heldIn(two)]).toEqual([[since, lost], [attended]])
    expect(two.registrations.map(({ registrationId }) => registrationId)).toContain(canceled)
    expect([one.user.phone, one.user.companyName, one.merges]).toEqual(['', 'Mine', []])
    expect(two.user).toMatchObject({ email: absorbed.email, phone: completeProfile.phone })
    expect((await app.dataOf(getCertificate, { params: { code } })).valid).toBe(true)
    const authToken = await givenIdToken(app, absorbed.email)
    const { userData } = await app.dataOf(exchangeToken, { body: { authToken } })
    expect(userData.userId).toBe(absorbed.userId)
    await app.untilJobsAreDone()
    for (const { email } of [kept, absorbed]) {
      const mails = await app.mailsTo(email)
      expect(mails.map(({ subject }) => subject)).toContain('Your accounts have been separated')
    }
    expect(
      (await historyOf(app, administrator, { userId: absorbed.userId })).map(({ activity }) => activity),
    ).toContain('accounts-separated')
  })

  test('keeps later changes to the profile', async () => {
    const [kept, absorbed] = [await givenPerson(app, { profile: { phone: '' } }), await givenPerson(app)]
    await merge(kept, absorbed)
    const phone = '+1||8035550199'
    await app.send(updateProfile, { ...completeProfile, phone }, kept)
    await separate((await accountOf(kept)).merges[0]?.accountMergeId)
    expect((await accountOf(kept)).user.phone).toBe(phone)
  })

  test('names the registration that could not be restored because the person registered again', async () => {
    const [kept, absorbed] = [await givenPerson(app), await givenPerson(app)]
    const event = await givenEvent(app, { eventName: 'Twice', year: 2099 })
    await givenRegistration(app, kept, event, { by: administrator })
    const credited = await givenRegistration(app, absorbed, event, { by: administrator })
    const body = { registrationId: credited, hours: 4, reason: 'Early' }
    await app.send(generateCertificate, byHand(body), administrator)
    await merge(kept, absorbed)
    await app.send(deleteRegistration, { registrationId: credited }, administrator)
    await givenRegistration(app, kept, event, { by: administrator })
    const answer = await separate((await accountOf(kept)).merges[0]?.accountMergeId)
    expect(answer.data).toEqual({ unrestored: ['Twice'] })
  })

  test('works once within 30 days; after that the email is free', async () => {
    const later = await startApp({ sharing: app, works: false })
    const [kept, absorbed] = [await givenPerson(app), await givenPerson(app)]
    await merge(kept, absorbed)
    const [one] = (await accountOf(kept)).merges
    await expectSuccess(separate(one?.accountMergeId))
    await expectRefusal(separate(one?.accountMergeId), 'NOT_UNDOABLE')
    await expectRefusal(separate(999_999), 'NOT_UNDOABLE')

    await merge(kept, absorbed)
    const [two] = (await accountOf(kept)).merges
    const body = { accountMergeId: two?.accountMergeId as number }
    later.pass({ minutes: separableDays * 24 * 60 + 1 })
    const { email } = absorbed
    const token = await givenSession(later, administrator.userId)
    const refused = await later.send(separateAccounts, body, token)
    expect([refused.status, refused.failure?.code]).toEqual([409, 'NOT_UNDOABLE'])
    expect((await later.dataOf(checkEmailExists, { query: { email } })).emailExists).toBe(false)
    await later.close()
  })

  test('is impossible after 30 days, and deleting the account then spares the new owner of the merged email', async () => {
    const later = await startApp({ sharing: app })
    const [kept, absorbed] = [await givenPerson(app), await givenPerson(app)]
    const { email } = absorbed
    await merge(kept, absorbed)
    later.pass({ minutes: separableDays * 24 * 60 + 1 })
    await givenAdministrator(later, email)
    await givenPassword(later, email, 'a password of somebody else')
    await app.untilJobsAreDone()
    const mails = (await app.mailsTo(email)).length
    const token = await givenSession(later, kept.userId)
    await expectSuccess(later.send(deleteAccount, { email: kept.email }, token))
    const body = { email, password: 'a password of somebody else' }
    await expectSuccess(later.send(signInWithPassword, body))
    expect(await app.mailsTo(email, mails)).toHaveLength(mails)
    await later.close()
  })
})

/** Acts on the absorbed account at the same time, in another process. */
const rivals: [string, (absorbed: Person, kept: Person) => Promise<{ status: number }>][] = [
  ['registers', ({ token }) => other.send(registerForEvent, slotOf(coming), token)],
  [
    'is registered by an administrator',
    ({ userId }) => other.send(registerForEvent, { ...slotOf(coming), userId }, administrator),
  ],
  ['cancels', ({ token }) => cancelOwn(other, token, past)],
  ['saves the profile', ({ token }) => other.send(updateProfile, completeProfile, token)],
  ['deletes the account', ({ email, token }) => other.send(deleteAccount, { email }, token)],
  ['is merged the other way round', (absorbed, kept) => merge(absorbed, kept, other)],
  ['is merged once more', (absorbed, kept) => merge(kept, absorbed, other)],
  [
    'loses the account it is merged into',
    (_, { email, token }) => other.send(deleteAccount, { email }, token),
  ],
]

test.each(rivals)('a person who is merged and at the same moment %s loses nothing', async (_, rival) => {
  for (let time = 0; time < 6; time++) {
    const [kept, absorbed] = [await givenPersonUnmailed(app), await givenPersonUnmailed(app)]
    await givenRegistration(app, absorbed, past, { by: administrator })
    const answers = await Promise.all([merge(kept, absorbed), rival(absorbed, kept)])
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status >= 500)).toEqual([])
    expect(statuses).toContain(200)
    // A deleted account has no registrations.
    const rows = await app.query(
      'select count(*)::int as lost from registrations join users using (user_id) where merged_into is not null',
    )
    expect(rows).toEqual([{ lost: 0 }])
  }
})

function slotOf({ eventId, slotIds, focusId }: EventWithSlots) {
  return { eventId, eventSlotId: slotIds[0], focusId }
}

function accountOf({ userId }: Pick<Person, 'userId'>) {
  return app.dataOf(getAccount, { query: { userId } }, administrator)
}

/** Merges as an administrator who saw which registrations end. */
async function merge(kept: Person, absorbed: Person, through = app) {
  const [held, others] = [await heldBy(kept), await heldBy(absorbed)]
  const ending = [...mergeVerdicts(held, others)].flatMap(([id, verdict]) => (verdict === 'ends' ? id : []))
  const body = { userId: kept.userId, absorbedId: absorbed.userId, ending }
  return through.call(mergeAccounts, { body }, administrator.token)
}

function heldBy({ userId }: Person) {
  return app.services.db
    .selectFrom('registrations')
    .select(['registrationId', 'eventId', 'hours'])
    .where('userId', '=', userId)
    .where('cancelledAt', 'is', null)
    .execute()
}

function separate(accountMergeId = 0) {
  return app.send(separateAccounts, { accountMergeId }, administrator)
}

/** Returns the first day of each registration that a mail removes from a calendar. */
async function canceledFor({ email }: Person): Promise<(string | undefined)[]> {
  const files = await app.services.db
    .selectFrom('mailAttachments')
    .innerJoin('mails', 'mails.mailId', 'mailAttachments.mailId')
    .select('content')
    .where('toAddress', '=', email)
    .execute()
  return files
    .map(({ content }) => readCalendar(content))
    .filter(([method]) => method === 'CANCEL')
    .map(([, days]) => days[0]?.uid)
}
