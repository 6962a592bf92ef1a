import { expect, test } from 'vitest'
import { getOpenEvents } from '#contract/events/events/calls.ts'
import { nextEventsMeta } from '#contract/events/events/next-events.ts'
import { until } from '#test/app.ts'
import { givenEvent, preparedApp } from '#test/given.ts'
import { openOpenEvents } from './open-events.ts'

const app = preparedApp({ works: false })

let now = new Date('2027-02-08T12:00Z')
const open = () => openOpenEvents({ ...app.services, clock: () => now })
const nextOf = (metas: Record<string, string>) =>
  JSON.parse(metas[nextEventsMeta] ?? '') as { eventName: string; place: string }[]

test('the login page has four open events that have not begun, with their days and their place', async () => {
  await givenEvent(app, { eventName: 'Last year', year: 2026 })
  await givenEvent(app, { eventName: 'Closed', isEnabled: false })
  const { eventId } = await givenEvent(app, { eventName: 'Tomorrow' })
  await givenEvent(app, { eventName: 'In person', focusId: 4 })
  await givenEvent(app, { eventName: 'In three years', year: 2030 })
  await givenEvent(app, { eventName: 'In two years', year: 2029 })
  await givenEvent(app, { eventName: 'In a year', year: 2028 })
  const { metas } = open()
  const [first, ...others] = nextOf(await metas('/login'))
  expect(first).toEqual({
    eventId,
    eventName: 'Tomorrow',
    days: '09 Feb 2027 – 10 Feb 2027',
    place: 'Online',
  })
  expect(others.map(({ eventName, place }) => [eventName, place])).toEqual([
    ['In person', 'South Carolina'],
    ['In a year', 'Online'],
    ['In two years', 'Online'],
  ])
  now = new Date('2027-02-09T12:00Z')
  expect(nextOf(await metas('/login')).map(({ eventName }) => eventName)).toEqual([
    'In a year',
    'In two years',
    'In three years',
  ])
})

test('the next page shows a changed event', async () => {
  const { metas } = open()
  await metas('/login')
  await app.query("update events set event_name = 'Renamed'")
  await until(async () => nextOf(await metas('/login'))[0]?.eventName === 'Renamed')
})

test('the pages are served without events if the database is away', async () => {
  const notifications = { ...app.services.notifications, isListening: () => false }
  const { metas } = openOpenEvents({ ...app.services, notifications })
  expect(nextOf(await metas('/login'))).toEqual([])
  expect(Object.keys(await metas('/events/1'))).toEqual(['season'])
})

test.each([true, false])(
  'what a page says is worked out once an hour; listening: %s',
  async (isListening) => {
    const notifications = { ...app.services.notifications, isListening: () => isListening }
    const { metas } = openOpenEvents({ ...app.services, notifications, clock: () => now })
    expect(await metas('/login')).toBe(await metas('/login'))
    // Equal pages share one answer.
    expect(await metas('/register')).toBe(await metas('/private/profile'))
    const before = await metas('/login')
    now = new Date(now.getTime() + 3_600_000)
    expect(await metas('/login')).not.toBe(before)
  },
)

test('the page of an event has a title, a text and a picture for link previews', async () => {
  const { eventId } = await givenEvent(app, { eventName: 'Piston & more' })
  await change(eventId, { description: JSON.stringify({ eventLogoLink: '/api/files/abc' }) })
  const { metas } = open()
  await until(async () => (await metas(`/events/${eventId}`))['og:title'] !== undefined)
  const { publicUrl } = app.services.config
  expect(await metas(`/events/${eventId}`)).toMatchObject({
    'og:title': 'Piston & more',
    'og:description': expect.stringContaining('09 Feb 2027 – 10 Feb 2027 · Online'),
    'og:image': `${publicUrl}/api/files/abc`,
    'og:url': `${publicUrl}/events/${eventId}`,
  })
  expect((await metas('/events'))['og:image']).toBe(`${publicUrl}/icon-512.png`)
})

test('search engines read an event as an EducationEvent with its slots, its place and its price', async () => {
  now = new Date('2027-02-08T12:00Z')
  const { eventId } = await givenEvent(app, { eventName: 'For engines', focusId: 4 })
  await app.query(`update events set venue = '1 Airport Road, Columbia' where event_id = ${eventId}`)
  await app.query(
    `update event_slots set is_open = false where event_id = ${eventId} and start_time = '13:00'`,
  )
  await app.query('notify events_changed')
  const { metas } = open()
  await until(async () => (await metas(`/events/${eventId}`))['og:title'] !== undefined)
  const { publicUrl } = app.services.config
  const url = `${publicUrl}/events/${eventId}`
  const read = async (path: string) => JSON.parse((await metas(path))['application/ld+json'] ?? '')
  const location = { '@type': 'Place', name: '1 Airport Road, Columbia', address: '1 Airport Road, Columbia' }
  const event = {
    '@type': 'EducationEvent',
    '@id': url,
    name: 'For engines',
    startDate: '2027-02-09T08:00:00-05:00',
    endDate: '2027-02-10T17:00:00-05:00',
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    location,
    isAccessibleForFree: true,
    organizer: { '@type': 'Organization', name: 'IA Renewal Seminars', url: publicUrl },
    offers: { price: '0', availability: 'https://schema.org/InStock', url },
  }
  expect(await read(`/events/${eventId}`)).toMatchObject({
    '@context': 'https://schema.org',
    ...event,
    subEvent: [
      { endDate: '2027-02-10T12:00:00-05:00', offers: { availability: 'https://schema.org/InStock' } },
      { startDate: '2027-02-09T13:00:00-05:00', offers: { availability: 'https://schema.org/SoldOut' } },
    ],
  })
  const { '@graph': all } = await read('/events')
  expect(all).toContainEqual(expect.objectContaining({ name: 'For engines' }))
  expect(all).not.toContainEqual(expect.objectContaining({ name: 'Closed' }))
})

test('the sitemap lists the events that are open for registration', async () => {
  now = new Date('2027-02-08T12:00Z')
  const [tomorrow, closed, last, draft] = [
    await givenEvent(app, {}),
    await givenEvent(app, { isEnabled: false }),
    await givenEvent(app, { year: 2026 }),
    await givenDraft(),
  ]
  const { sitemap } = open()
  const { publicUrl } = app.services.config
  const locOf = ({ eventId }: { eventId: number }) => `<loc>${publicUrl}/events/${eventId}</loc>`
  await until(async () => (await sitemap()).includes(locOf(tomorrow)))
  for (const other of [closed, last, draft]) expect(await sitemap()).not.toContain(locOf(other))
  const { headers } = await app.request({ method: 'GET', url: '/sitemap.xml' })
  expect(headers['content-type']).toBe('application/xml; charset=utf-8')
})

test('everybody can read the published events of this renewal year and later, without their videos', async () => {
  const given = await givenEvent(app)
  await change(given.eventId, { videoLink: 'https://www.youtube.com/watch?v=aaaaaaaaaaa' })
  const draft = await givenDraft()
  const read = async () => (await app.dataOf(getOpenEvents, {})).events
  const idsOf = (list: { eventId: number }[]) => list.map(({ eventId }) => eventId)
  await until(async () => idsOf(await read()).includes(given.eventId))
  const events = await read()
  expect(idsOf(events)).not.toContain(draft.eventId)
  expect(events.every(({ videoLink }) => videoLink === null)).toBe(true)
  expect(events.every(({ endOn }) => endOn > '2026-04-01')).toBe(true)
})

async function givenDraft() {
  const event = await givenEvent(app, { isEnabled: false })
  await change(event.eventId, { isDraft: true })
  return event
}

async function change(eventId: number, to: { description?: string; videoLink?: string; isDraft?: boolean }) {
  await app.update('events', to, { eventId })
  await app.query('notify events_changed')
}
