import { beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#contract/core/endpoint.ts'
import { longest } from '#contract/core/fields.ts'
import { getAllEvents, getEventsWithSlots } from '#contract/events/events/calls.ts'
import { deleteEvent } from '#contract/events/events/edits.ts'
import * as edits from '#contract/events/speakers/edits.ts'
import type { Body } from '#test/app.ts'
import { expectSuccess } from '#test/app.ts'
import { givenEvent, givenLogo, historyOf, preparedAdministrator, preparedApp } from '#test/given.ts'
import { nastyHtml } from '#test/nasty-html.ts'

let logo: string
const app = preparedApp({ works: false })
const other = preparedApp({ sharing: app, works: false })
const administrator = preparedAdministrator(app)
beforeAll(async () => {
  logo = await givenLogo(app)
  await app.update('users', { firstName: 'Ada', lastName: 'Min' })
})

const whole = {
  companyName: "O'Neil's Batteries",
  day: 2,
  courseTitle: "It's 'Capacity' \"Testing\" & more",
  courseDetails: '<p>It\'s <strong>"bold"</strong></p>',
  presenterName: "Pat O'Neil",
  presenterDesignation: 'A&P, IA',
  presenterDetails: '<ul><li>one</li></ul>',
  videoLink: 'https://youtu.be/abcdefghijk',
  website: 'https://o-neil.example/',
  email: "pat.o'neil@example.com",
} as const

describe('a speaker', () => {
  test('can be added with only a name and a logo, on the first day', async () => {
    const { eventId } = await givenEvent(app)
    const { data } = await admin(edits.addSpeaker, { eventId, companyName: 'Battery Works', logo })
    expect(data).toEqual({ speakerId: expect.any(Number), version: 0 })
    expect(await speakersOf(eventId)).toEqual([
      {
        ...data,
        eventId,
        companyName: 'Battery Works',
        logo,
        day: 1,
        courseTitle: '',
        courseDetails: '',
        presenterName: '',
        presenterDesignation: '',
        presenterDetails: '',
        videoLink: null,
        website: null,
        email: null,
      },
    ])
    expect(await toldOf(eventId)).toEqual([['speaker-added', 'Battery Works', []]])
  })

  test('is stored as typed', async () => {
    const { eventId } = await givenSpeaker()
    expect(await speakersOf(eventId)).toMatchObject([whole])
  })

  test('keeps only the allowed markup in formatted texts, on adding and on changing', async () => {
    const { eventId, speakerId } = await givenSpeaker()
    for (const [, html, kept] of nastyHtml.slice(0, 12)) {
      const texts = { courseDetails: html, presenterDetails: html }
      await admin(edits.changeSpeaker, { speakerId, companyName: 'Changed', logo, ...texts })
      const added = await admin(edits.addSpeaker, { eventId, companyName: 'Added', logo, ...texts })
      const stored = { courseDetails: kept, presenterDetails: kept }
      expect(await speakersOf(eventId)).toMatchObject([stored, stored])
      await admin(edits.deleteSpeaker, added.data)
    }
  })

  test('whose texts another program stored is shown with the allowed markup only', async () => {
    const { eventId } = await givenEvent(app, { year: 2033 })
    await app.services.db
      .insertInto('speakers')
      .values(
        nastyHtml.map(([companyName, html]) => ({
          eventId,
          companyName,
          logo,
          day: 1,
          courseDetails: html,
          presenterDetails: html,
        })),
      )
      .execute()
    const kept = nastyHtml.map(([, , html]) => ({ courseDetails: html, presenterDetails: html }))
    expect(await speakersOf(eventId)).toMatchObject(kept)
    const { events } = await app.dataOf(getAllEvents, { query: { year: 2033 } }, administrator)
    expect(events[0]?.speakers).toMatchObject(kept)
  })

  test('can have texts of the maximum length', async () => {
    const { eventId } = await givenEvent(app)
    const text = `<p>${'’'.repeat(longest.html - 7)}</p>`
    const texts = { courseDetails: text, presenterDetails: text }
    await expectSuccess(admin(edits.addSpeaker, { eventId, companyName: 'Long', logo, ...texts }))
    expect(await speakersOf(eventId)).toMatchObject([texts])
  })

  test('is changed field by field: absent fields keep their values, and empty ones are cleared', async () => {
    const { eventId, speakerId } = await givenSpeaker()
    const { companyName } = whole
    const change = {
      day: 1,
      courseDetails: '<p>New</p>',
      presenterName: '',
      videoLink: '',
      website: null,
    } as const
    const { data } = await admin(edits.changeSpeaker, { speakerId, companyName, logo, ...change, version: 0 })
    expect(data).toEqual({ speakerId, version: 1 })
    const after = { ...whole, ...change, videoLink: null, version: 1 }
    expect(await speakersOf(eventId)).toMatchObject([after])
    const changes = [
      { what: 'Day', from: '2', to: '1' },
      { what: 'Presenter', from: "Pat O'Neil", to: '' },
      { what: 'Video link', from: 'https://youtu.be/abcdefghijk', to: '' },
      { what: 'Website', from: 'https://o-neil.example/', to: '' },
      { what: 'Course details', from: 'a text', to: 'another one' },
    ]
    const [activity, item, told] = (await toldOf(eventId))[0] ?? []
    expect([activity, item, told?.length]).toEqual(['speaker-changed', companyName, changes.length])
    expect(told).toEqual(expect.arrayContaining(changes))
  })

  test('gets no new version and no history entry from a change that changes nothing', async () => {
    const { eventId, speakerId } = await givenSpeaker()
    const same = { ...whole, courseDetails: `<script>1</script>${whole.courseDetails}` }
    expect((await admin(edits.changeSpeaker, { ...same, speakerId, logo })).data.version).toBe(0)
    expect(await toldOf(eventId)).toHaveLength(1)
  })

  test.each([
    ['no name', { name: undefined }, 'name', 'Company name is mandatory'],
    ['a blank name', { name: '  ' }, 'name', 'Company name is mandatory'],
    ['no logo', { logo: undefined }, 'logo', 'Company logo is mandatory'],
    ['an empty logo', { logo: '' }, 'logo', 'Company logo is mandatory'],
    ['a logo from another site', { logo: '//a.example/x.png' }, 'logo', /Upload the logo here/],
    ['a logo that does not exist', { logo: `/api/files/${'0'.repeat(64)}` }, 'logo', /has been deleted/],
    ['a third day', { day: 3 }, 'day', 'Please choose day 1 or day 2.'],
    ['a day in words', { day: 'first' }, 'day', 'Please choose day 1 or day 2.'],
    ['an insecure video', { youtube_video_link: 'http://youtu.be/x' }, 'youtube_video_link', /https:\/\//],
    ['a script for a website', { contact_website: 'javascript:1' }, 'contact_website', /https:\/\//],
    ['half an email', { contact_email: 'a@b' }, 'contact_email', 'Invalid Email'],
    ['a title of two lines', { event_name: 'one\ntwo' }, 'event_name', /cannot be stored/],
    ['details that are too long', { event_details: 'x'.repeat(20_001) }, 'event_details', /20000 characters/],
    ['details that are not text', { presenter_details: 1 }, 'presenter_details', 'Has to be text'],
  ])('with %s is refused, on adding and on changing', async (_, wrong, field, words) => {
    const { eventId, speakerId } = await givenSpeaker()
    for (const [path, of] of [
      ['add-speaker', { event_id: eventId }],
      ['edit-speaker', { id: speakerId }],
    ] as const) {
      const answer = await app.request({
        method: 'POST',
        url: `/api/private/${path}`,
        headers: { authorization: `Bearer ${administrator.token}` },
        payload: { ...of, name: 'Right', logo, ...wrong },
      })
      const { code, fields } = answer.json()
      expect([answer.statusCode, code]).toEqual([422, 'INVALID_FIELDS'])
      expect(fields).toEqual({ [field]: expect.stringMatching(words) })
    }
    expect(await speakersOf(eventId)).toMatchObject([whole])
  })

  test('is deleted, and stays in the history', async () => {
    const { eventId, speakerId } = await givenSpeaker()
    expect((await admin(edits.deleteSpeaker, { speakerId, version: 0 })).data).toEqual({ speakerId })
    expect(await speakersOf(eventId)).toEqual([])
    expect((await toldOf(eventId))[0]).toEqual(['speaker-deleted', whole.companyName, []])
    for (const gone of [
      await admin(edits.deleteSpeaker, { speakerId }),
      await admin(edits.changeSpeaker, { speakerId, companyName: 'Late', logo }),
      await admin(edits.cloneSpeaker, { speakerId, eventId }),
    ])
      expect(gone.failure).toMatchObject({ code: 'SPEAKER_NOT_FOUND' })
  })
})

describe('a copy of a speaker', () => {
  test('has all fields of the original on the given day, and is independent of it', async () => {
    const { eventId: from, speakerId } = await givenSpeaker()
    const { eventId } = await givenEvent(app, { eventName: 'Elsewhere' })
    const { data } = await admin(edits.cloneSpeaker, { speakerId, eventId, day: 1 })
    expect(data).toEqual({ speakerId: expect.any(Number), version: 0 })
    expect(data.speakerId).not.toBe(speakerId)
    expect(await speakersOf(eventId)).toEqual([{ ...whole, ...data, eventId, logo, day: 1 }])
    expect(await toldOf(eventId)).toEqual([
      ['speaker-cloned', `${whole.companyName}, from Piston IA Renewal Series 2027`, []],
    ])
    await admin(edits.changeSpeaker, { speakerId, companyName: 'Renamed', logo })
    await admin(edits.deleteSpeaker, { speakerId })
    expect(await speakersOf(eventId)).toMatchObject([{ companyName: whole.companyName, version: 0 }])
    expect(await speakersOf(from)).toEqual([])
  })

  test('may be in the same event as the original, and keeps its day unless one is given', async () => {
    const { eventId, speakerId } = await givenSpeaker()
    await admin(edits.cloneSpeaker, { speakerId, eventId })
    expect((await speakersOf(eventId)).map(({ day }) => day)).toEqual([2, 2])
  })

  test('cannot be made to an unknown event, from a deleted event, or to a third day', async () => {
    const { eventId, speakerId } = await givenSpeaker()
    const clone = async (to: number, day: number) => {
      const answer = await app.request({
        method: 'POST',
        url: '/api/private/clone-speaker',
        headers: { authorization: `Bearer ${administrator.token}` },
        payload: { speaker_id: speakerId, clone_to_event_id: to, set_day: day },
      })
      return answer.json()
    }
    expect(await clone(2_000_000_000, 1)).toMatchObject({ code: 'EVENT_NOT_FOUND' })
    expect((await clone(eventId, 3)).fields).toEqual({ set_day: 'Please choose day 1 or day 2.' })
    const target = await givenEvent(app)
    await admin(deleteEvent, { eventId })
    expect(await clone(eventId, 1)).toMatchObject({ code: 'EVENT_NOT_FOUND' })
    expect(await clone(target.eventId, 1)).toMatchObject({ code: 'SPEAKER_NOT_FOUND' })
    expect(await speakersOf(target.eventId)).toEqual([])
  })
})

describe('an administrator with an older version', () => {
  test('is told what changed and by whom, and overwrites nothing', async () => {
    const { eventId, speakerId } = await givenSpeaker()
    const written = { speakerId, companyName: whole.companyName, logo, version: 0 }
    await admin(edits.changeSpeaker, { ...written, courseTitle: 'Renamed', presenterDetails: '' })
    const late = await admin(edits.changeSpeaker, { ...written, courseTitle: 'Late' })
    expect(late.failure).toMatchObject({
      code: 'CHANGED_MEANWHILE',
      message: `This has changed since you opened it: Speaker changed (course title from ${whole.courseTitle} to Renamed; presenter details from a text to nothing) by Ada Min. Check it and try again.`,
    })
    expect((await admin(edits.deleteSpeaker, { speakerId, version: 0 })).status).toBe(409)
    expect(await speakersOf(eventId)).toMatchObject([{ courseTitle: 'Renamed', version: 1 }])
  })

  test('of a deleted speaker is told of the deletion', async () => {
    const { speakerId } = await givenSpeaker()
    await admin(edits.deleteSpeaker, { speakerId })
    const late = await admin(edits.changeSpeaker, { speakerId, companyName: 'Late', logo, version: 0 })
    expect(late.failure?.message).toMatch(
      /^This has changed since you opened it: Speaker deleted by Ada Min\./,
    )
  })

  test('changes nothing if another administrator changes the speaker at the same moment', async () => {
    const { eventId, speakerId } = await givenSpeaker()
    const titles = ['One', 'Two', 'Three', 'Four']
    const answers = await Promise.all(
      titles.map((courseTitle, index) =>
        (index % 2 ? app : other).send(
          edits.changeSpeaker,
          { speakerId, companyName: whole.companyName, logo, courseTitle, version: 0 },
          administrator,
        ),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    const winner = titles[answers.findIndex(({ status }) => status === 200)]
    expect(await speakersOf(eventId)).toMatchObject([{ courseTitle: winner, version: 1 }])
  })
})

test('a deleted event accepts no speaker, even at the same moment', async () => {
  const { speakerId } = await givenSpeaker()
  for (let round = 0; round < 20; round++) {
    const { eventId } = await givenEvent(app)
    const [added, cloned, deleted] = await Promise.all([
      other.send(edits.addSpeaker, { eventId, companyName: 'Quick', logo }, administrator),
      other.send(edits.cloneSpeaker, { speakerId, eventId }, administrator),
      admin(deleteEvent, { eventId }),
    ])
    expect(deleted.status).toBe(200)
    const before = [added, cloned].filter(({ status }) => status === 200)
    const late = [added, cloned].filter(({ failure }) => failure?.code === 'EVENT_NOT_FOUND')
    expect(before.length + late.length).toBe(2)
    const [newest, ...rest] = (await toldOf(eventId)).map(([activity]) => activity)
    expect([newest, rest.length]).toEqual(['event-deleted', before.length])
  }
})

function admin<E extends Endpoint>(endpoint: E, body: Body<E>) {
  return app.send(endpoint, body, administrator)
}

async function givenSpeaker() {
  const { eventId } = await givenEvent(app)
  const { speakerId } = (await admin(edits.addSpeaker, { eventId, logo, ...whole })).data
  return { eventId, speakerId }
}

async function speakersOf(eventId: number) {
  const { years } = await app.dataOf(getEventsWithSlots, { query: {} }, administrator)
  return years.flatMap(({ events }) => events).find((event) => event.eventId === eventId)?.speakers ?? []
}

/** Returns an event's history, newest first: activity, item and changes. */
async function toldOf(eventId: number) {
  const activities = await historyOf(app, administrator, { eventId })
  return activities.map(({ activity, item, changes }) => [activity, item, changes] as const)
}
