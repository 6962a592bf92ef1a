import { beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#contract/core/endpoint.ts'
import { getEventsWithSlots } from '#contract/events/events/calls.ts'
import { deleteEvent } from '#contract/events/events/edits.ts'
import * as edits from '#contract/events/sponsors/edits.ts'
import type { Body } from '#test/app.ts'
import { expectSuccess } from '#test/app.ts'
import { givenEvent, givenLogo, historyOf, preparedAdministrator, preparedApp } from '#test/given.ts'

let logo: string
const app = preparedApp({ works: false })
const other = preparedApp({ sharing: app, works: false })
const administrator = preparedAdministrator(app)
beforeAll(async () => {
  logo = await givenLogo(app)
  await app.update('users', { firstName: 'Ada', lastName: 'Min' })
})

describe('a sponsor', () => {
  test('can be added with only a name and a logo', async () => {
    const { eventId } = await givenEvent(app)
    const { data } = await admin(edits.addSponsor, { eventId, companyName: 'Battery Works', logo })
    expect(data).toEqual({ sponsorId: expect.any(Number), version: 0 })
    expect(await sponsorsOf(eventId)).toMatchObject([
      { ...data, companyName: 'Battery Works', logo, description: '', website: null, email: null },
    ])
    expect(await toldOf(eventId)).toEqual([['sponsor-added', 'Battery Works', []]])
  })

  test('is stored as typed', async () => {
    const { eventId } = await givenEvent(app)
    const typed = {
      companyName: 'O\'Neil\'s "Hangar" & Söhne; drop table sponsors; --',
      description: "It's free.\n\n\tReally: <b>it's</b> ''free''.",
      website: "https://o-neil.example/it's?a=1&b='2'",
      email: "Pat.O'Neil@example.com",
    }
    await admin(edits.addSponsor, { eventId, logo, ...typed })
    expect(await sponsorsOf(eventId)).toMatchObject([typed])
  })

  test('is changed field by field: absent fields keep their values, and empty ones are cleared', async () => {
    const { eventId, ...sponsor } = await givenSponsor({ website: 'https://a.example', email: 'a@a.example' })
    const before = (await sponsorsOf(eventId))[0]
    const change = { ...sponsor, description: 'New', website: '', version: 0 }
    expect((await admin(edits.changeSponsor, change)).data).toMatchObject({ version: 1 })
    const after = (await sponsorsOf(eventId))[0]
    expect(after).toMatchObject({ description: 'New', website: null, email: 'a@a.example', version: 1 })
    expect(after?.updatedAt.getTime()).toBeGreaterThan(before?.updatedAt.getTime() ?? 0)
    expect(after?.createdAt).toEqual(before?.createdAt)
    const changes = [
      { what: 'Website', from: 'https://a.example', to: '' },
      { what: 'Description', from: '', to: 'a text' },
    ]
    expect((await toldOf(eventId))[0]).toEqual(['sponsor-changed', 'Battery Works', changes])
  })

  test('gets no new version and no history entry from a change that changes nothing', async () => {
    const { eventId, ...sponsor } = await givenSponsor({ email: 'a@a.example' })
    expect((await admin(edits.changeSponsor, { ...sponsor, email: ' a@a.example ' })).data.version).toBe(0)
    expect(await toldOf(eventId)).toHaveLength(1)
  })

  test('can get another logo', async () => {
    const { eventId, ...sponsor } = await givenSponsor()
    const another = await givenLogo(app, 'another')
    await admin(edits.changeSponsor, { ...sponsor, logo: another })
    expect((await sponsorsOf(eventId))[0]?.logo).toBe(another)
    const changes = [{ what: 'Logo', from: 'a picture', to: 'another one' }]
    expect((await toldOf(eventId))[0]).toEqual(['sponsor-changed', 'Battery Works', changes])
  })

  test.each([
    ['no name', { name: undefined }, 'name', 'Company name is mandatory'],
    ['an empty name', { name: '' }, 'name', 'Company name is mandatory'],
    ['a blank name', { name: ' \u00a0' }, 'name', 'Company name is mandatory'],
    ['no logo', { logo: undefined }, 'logo', 'Company logo is mandatory'],
    ['an empty logo', { logo: '' }, 'logo', 'Company logo is mandatory'],
    ['a removed logo', { logo: null }, 'logo', 'Company logo is mandatory'],
    ['a logo from another site', { logo: 'https://a.example/x.png' }, 'logo', /Upload the logo here/],
    ['a logo that is a script', { logo: 'javascript:alert(1)' }, 'logo', /Upload the logo here/],
    ['a logo outside our files', { logo: '/api/files/../private/x' }, 'logo', /Upload the logo here/],
    ['a logo that does not exist', { logo: `/api/files/${'0'.repeat(64)}` }, 'logo', /has been deleted/],
    ['an insecure website', { contact_website: 'http://a.example' }, 'contact_website', /https:\/\//],
    ['a script for a website', { contact_website: 'javascript:alert(1)' }, 'contact_website', /https:\/\//],
    ['half an email', { contact_email: 'a@' }, 'contact_email', 'Invalid Email'],
    ['a description that is too long', { description: 'x'.repeat(5001) }, 'description', /5000 characters/],
  ])('with %s is refused, on adding and on changing', async (_, wrong, field, words) => {
    const { eventId, sponsorId } = await givenSponsor()
    for (const [path, of] of [
      ['add-sponsor', { event_id: eventId }],
      ['edit-sponsor', { id: sponsorId }],
    ] as const) {
      const answer = await app.request({
        method: 'POST',
        url: `/api/private/${path}`,
        headers: { authorization: `Bearer ${administrator.token}` },
        payload: { ...of, name: 'Right', logo, ...wrong },
      })
      const { code, message, fields } = answer.json()
      expect([answer.statusCode, code]).toEqual([422, 'INVALID_FIELDS'])
      expect(fields).toEqual({ [field]: expect.stringMatching(words) })
      expect(message).toBe(fields[field])
    }
    expect(await sponsorsOf(eventId)).toMatchObject([{ companyName: 'Battery Works', version: 0 }])
  })

  test('gets https for a website without a scheme', async () => {
    const { eventId } = await givenEvent(app)
    const answer = await app.request({
      method: 'POST',
      url: '/api/private/add-sponsor',
      headers: { authorization: `Bearer ${administrator.token}` },
      payload: { event_id: eventId, name: 'Bare', logo, contact_website: 'lycoming.example' },
    })
    expect(answer.statusCode).toBe(200)
    expect(await sponsorsOf(eventId)).toMatchObject([{ website: 'https://lycoming.example' }])
  })

  test('is deleted, and stays in the history', async () => {
    const { eventId, ...sponsor } = await givenSponsor()
    const { sponsorId } = sponsor
    expect((await admin(edits.deleteSponsor, { sponsorId })).data).toEqual({ sponsorId })
    expect(await sponsorsOf(eventId)).toEqual([])
    expect((await toldOf(eventId))[0]).toEqual(['sponsor-deleted', 'Battery Works', []])
    for (const gone of [
      await admin(edits.deleteSponsor, { sponsorId }),
      await admin(edits.changeSponsor, sponsor),
    ])
      expect(gone.failure).toMatchObject({ code: 'SPONSOR_NOT_FOUND' })
  })

  test('of a deleted event can be neither added nor changed', async () => {
    const { eventId, ...sponsor } = await givenSponsor()
    await admin(deleteEvent, { eventId })
    for (const gone of [
      await admin(edits.addSponsor, { eventId, companyName: 'Late', logo }),
      await admin(edits.changeSponsor, { ...sponsor, companyName: 'Late' }),
      await admin(edits.featureSponsor, { eventId, sponsorId: null }),
    ])
      expect(gone.failure).toMatchObject({ code: 'EVENT_NOT_FOUND' })
  })
})

describe('the featured sponsor', () => {
  test('is a sponsor of its event, or nobody', async () => {
    const { eventId, sponsorId } = await givenSponsor()
    const second = (await admin(edits.addSponsor, { eventId, companyName: 'Second', logo })).data.sponsorId
    for (const featured of [sponsorId, second, second, null]) {
      await expectSuccess(admin(edits.featureSponsor, { eventId, sponsorId: featured }))
      expect((await find(eventId))?.featuredSponsorId).toBe(featured)
    }
    const told = (await toldOf(eventId)).filter(([activity]) => activity === 'event-changed')
    expect(told.map(([, , changes]) => changes)).toEqual([
      [{ what: 'Featured sponsor', from: 'Second', to: '' }],
      [{ what: 'Featured sponsor', from: 'Battery Works', to: 'Second' }],
      [{ what: 'Featured sponsor', from: '', to: 'Battery Works' }],
    ])
  })

  test('cannot be a sponsor of another event or an unknown sponsor', async () => {
    const { eventId } = await givenEvent(app)
    const { sponsorId } = await givenSponsor()
    for (const wrong of [sponsorId, 2_000_000_000]) {
      const { failure } = await admin(edits.featureSponsor, { eventId, sponsorId: wrong })
      expect(failure?.code).toBe('SPONSOR_NOT_FOUND')
    }
    expect((await find(eventId))?.featuredSponsorId).toBeNull()
  })

  test('becomes nobody when it is deleted, and the history gives an editor of the event the reason', async () => {
    const { eventId, sponsorId } = await givenSponsor()
    await admin(edits.featureSponsor, { eventId, sponsorId })
    await admin(edits.deleteSponsor, { sponsorId })
    expect(await find(eventId)).toMatchObject({ featuredSponsorId: null, version: 2 })
    expect((await toldOf(eventId)).slice(0, 2)).toEqual([
      ['sponsor-deleted', 'Battery Works', []],
      ['event-changed', '', [{ what: 'Featured sponsor', from: 'Battery Works', to: '' }]],
    ])
  })
})

describe('an administrator with an older version', () => {
  test('is told what changed and by whom, and overwrites nothing', async () => {
    const { eventId, ...sponsor } = await givenSponsor()
    await admin(edits.changeSponsor, { ...sponsor, companyName: 'Renamed', description: 'New', version: 0 })
    const late = await admin(edits.changeSponsor, { ...sponsor, email: 'late@example.com', version: 0 })
    expect(late.failure).toMatchObject({
      code: 'CHANGED_MEANWHILE',
      message:
        'This has changed since you opened it: Sponsor changed (company from Battery Works to Renamed; description from nothing to a text) by Ada Min. Check it and try again.',
    })
    expect((await admin(edits.deleteSponsor, { ...sponsor, version: 0 })).status).toBe(409)
    expect(await sponsorsOf(eventId)).toMatchObject([{ companyName: 'Renamed', email: null, version: 1 }])
  })

  test('of a deleted sponsor is told of the deletion', async () => {
    const { eventId: _, ...sponsor } = await givenSponsor()
    await admin(edits.deleteSponsor, sponsor)
    const late = await admin(edits.changeSponsor, { ...sponsor, version: 0 })
    expect(late.failure?.message).toMatch(
      /^This has changed since you opened it: Sponsor deleted by Ada Min\./,
    )
  })

  test('changes nothing if another administrator changes the sponsor at the same moment', async () => {
    const { eventId, ...sponsor } = await givenSponsor()
    const names = ['One', 'Two', 'Three', 'Four']
    const answers = await Promise.all(
      names.map((companyName, index) =>
        (index % 2 ? app : other).send(
          edits.changeSponsor,
          { ...sponsor, companyName, version: 0 },
          administrator,
        ),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    const winner = names[answers.findIndex(({ status }) => status === 200)]
    expect(await sponsorsOf(eventId)).toMatchObject([{ companyName: winner, version: 1 }])
  })
})

test('a deleted event accepts no sponsor, even at the same moment', async () => {
  for (let round = 0; round < 20; round++) {
    const { eventId } = await givenEvent(app)
    const [added, deleted] = await Promise.all([
      other.send(edits.addSponsor, { eventId, companyName: 'Quick', logo }, administrator),
      admin(deleteEvent, { eventId }),
    ])
    const order = (await toldOf(eventId)).map(([activity]) => activity)
    expect(deleted.status).toBe(200)
    expect([added.failure?.code, order]).toEqual(
      added.status === 200
        ? [undefined, ['event-deleted', 'sponsor-added']]
        : ['EVENT_NOT_FOUND', ['event-deleted']],
    )
  }
})

function admin<E extends Endpoint>(endpoint: E, body: Body<E>) {
  return app.send(endpoint, body, administrator)
}

async function givenSponsor(given: { website?: string; email?: string } = {}) {
  const { eventId } = await givenEvent(app)
  const sponsor = { companyName: 'Battery Works', logo }
  const { sponsorId } = (await admin(edits.addSponsor, { eventId, ...sponsor, ...given })).data
  return { eventId, sponsorId, ...sponsor }
}

async function find(eventId: number) {
  const { years } = await app.dataOf(getEventsWithSlots, { query: {} }, administrator)
  return years.flatMap(({ events }) => events).find((event) => event.eventId === eventId)
}

async function sponsorsOf(eventId: number) {
  return (await find(eventId))?.sponsors ?? []
}

/** Returns an event's history, newest first: activity, item and changes. */
async function toldOf(eventId: number) {
  const activities = await historyOf(app, administrator, { eventId })
  return activities.map(({ activity, item, changes }) => [activity, item, changes] as const)
}
