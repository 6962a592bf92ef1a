import { describe, expect, test } from 'vitest'
import type { Activity } from '#contract/foundation/activities/calls.ts'
import { distinguishAccounts, mergeAccounts } from '#contract/office/accounts/merges.ts'
import { getAccount, mostDuplicates } from '#contract/office/accounts/records.ts'
import { expectSuccess } from '#test/app.ts'
import { completeProfile } from '#test/complete-profile.ts'
import type { Person } from '#test/given.ts'
import { givenSession, preparedAdministrator, preparedApp } from '#test/given.ts'

const app = preparedApp({ works: false })
const administrator = preparedAdministrator(app)

const self = { firstName: 'Dana', lastName: "O'Neil", phone: '+1||8035550100', zip: '29201' }

describe('an account of the same name is named as a likely duplicate', () => {
  test.each([
    ['with the same phone and ZIP', {}, { hasSamePhone: true, hasSameZip: true }],
    ['with the same phone only', { zip: '10001' }, { hasSamePhone: true, hasSameZip: false }],
    ['with the same ZIP only', { phone: '' }, { hasSamePhone: false, hasSameZip: true }],
    ['in other letters', { firstName: 'DANA', lastName: "o'neil" }, { hasSamePhone: true }],
    ['with a phone from before dial codes', { phone: '803-555-0100', zip: '' }, { hasSamePhone: true }],
    ['with the ZIP+4', { phone: '', zip: '29201-1234' }, { hasSameZip: true }],
    ['but not with neither', { phone: '+1||8035550199', zip: '10001' }, undefined],
    ['but not if both are empty', { phone: '', zip: '' }, undefined],
    ['but not with that ZIP in another country', { phone: '', country: 'Germany' }, undefined],
    ['but not another last name', { lastName: 'Neil' }, undefined],
    ['but not another first name', { firstName: 'Dan' }, undefined],
  ])('%s', async (_, other, expected) => {
    await app.query("delete from users where last_name ilike '%neil'")
    const [mine, theirs] = [await given(self), await given({ ...self, ...other })]
    const found = expected && [{ ...expected, userId: theirs.userId, email: theirs.email, registrations: 0 }]
    expect(await duplicatesOf(mine)).toMatchObject(found ?? [])
    expect((await duplicatesOf(mine)).length).toBe(found ? 1 : 0)
    expect((await duplicatesOf(theirs)).length).toBe(found ? 1 : 0)
  })
})

test('accounts without a name have no duplicates', async () => {
  const [nameless] = [await given({ ...self, firstName: '', lastName: '' })]
  await given({ ...self, firstName: '', lastName: '' })
  expect(await duplicatesOf(nameless)).toEqual([])
})

test('a merged account is no duplicate any more', async () => {
  const people = { ...self, firstName: 'Merged' }
  const [kept, absorbed] = [await given(people), await given(people)]
  expect(await duplicatesOf(kept)).toHaveLength(1)
  const body = { userId: kept.userId, absorbedId: absorbed.userId, ending: [] }
  await expectSuccess(app.send(mergeAccounts, body, administrator))
  expect(await duplicatesOf(kept)).toEqual([])
})

describe('an administrator says that two accounts are of two people', () => {
  let families = 0
  const newFamily = () => ({ ...self, firstName: `Junior ${++families}` })

  test('and each side shows it until it is taken back; both histories have it once', async () => {
    const family = newFamily()
    const [father, son] = [await given(family), await given(family)]
    expect(await distinguish(father, son)).toBe(200)
    // A second click, from the other side, changes nothing.
    expect(await distinguish(son, father)).toBe(200)
    expect(await distinctnessOf(father)).toEqual([[son.userId, true]])
    expect(await distinctnessOf(son)).toEqual([[father.userId, true]])
    expect(await distinguish(son, father, false)).toBe(200)
    expect(await distinguish(son, father, false)).toBe(200)
    expect(await distinctnessOf(father)).toEqual([[son.userId, false]])
    for (const { userId } of [father, son]) {
      expect(await historyOf(userId)).toEqual([
        ['accounts-distinguished', administrator.userId],
        ['distinction-undone', administrator.userId],
      ])
    }
  })

  test('of this pair only, and other hints come first', async () => {
    const family = newFamily()
    const [father, son, grandson] = [await given(family), await given(family), await given(family)]
    await distinguish(son, grandson)
    await distinguish(grandson, father)
    expect(await distinctnessOf(father)).toEqual([
      [son.userId, false],
      [grandson.userId, true],
    ])
  })

  test.each([
    ['an unknown account', 404, () => crypto.randomUUID()],
    ['the same account', 422, (userId: string) => userId],
    ['no id', 422, () => 'junior'],
  ])('but not with %s', async (_, status, otherIdOf) => {
    const { userId } = await given(newFamily())
    expect(await distinguish({ userId }, { userId: otherIdOf(userId) })).toBe(status)
    expect(await historyOf(userId)).toEqual([])
  })

  test('and the deletion of one account deletes it', async () => {
    const family = newFamily()
    const [father, son] = [await given(family), await given(family)]
    await distinguish(father, son)
    await app.query(`delete from users where user_id = '${son.userId}'`)
    expect(
      await app.query(`select from distinct_accounts where '${father.userId}' in (user_id, other_id)`),
    ).toEqual([])
  })

  async function distinguish(
    { userId }: { userId: string },
    { userId: otherId }: { userId: string },
    areDistinct = true,
  ) {
    const body = { userId, otherId, areDistinct }
    return (await app.send(distinguishAccounts, body, administrator)).status
  }

  async function distinctnessOf(person: Person) {
    return (await duplicatesOf(person)).map(({ userId, isDistinct }) => [userId, isDistinct])
  }

  function historyOf(userId: string) {
    const activities: Activity[] = ['accounts-distinguished', 'distinction-undone']
    return app.services.db
      .selectFrom('activities')
      .select(['activity', 'actedBy'])
      .where('userId', '=', userId)
      .where('activity', 'in', activities)
      .orderBy('activityId')
      .execute()
      .then((rows) => rows.map(({ activity, actedBy }) => [activity, actedBy]))
  }
})

test('of many duplicates only the first are named', async () => {
  for (let count = 0; count <= mostDuplicates + 1; count++) await given({ ...self, firstName: 'Many' })
  const first = await given({ ...self, firstName: 'Many' })
  expect(await duplicatesOf(first)).toHaveLength(mostDuplicates)
})

let people = 0

async function given(profile: Partial<typeof completeProfile>) {
  const email = `dana${++people}@example.com`
  const { userId } = await app.services.db
    .insertInto('users')
    .values({ email, ...completeProfile, ...profile })
    .returning('userId')
    .executeTakeFirstOrThrow()
  return { userId, email, token: await givenSession(app, userId) }
}

async function duplicatesOf({ userId }: Person) {
  return (await app.dataOf(getAccount, { query: { userId } }, administrator)).duplicates
}
