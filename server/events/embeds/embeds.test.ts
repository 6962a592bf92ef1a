import { beforeEach, describe, expect, test } from 'vitest'
import { addEmbedSite, getEmbedSites, removeEmbedSite } from '#contract/events/embeds/calls.ts'
import { mostSites } from '#contract/events/embeds/rules.ts'
import { getActivities } from '#contract/foundation/activities/calls.ts'
import { atOnce, until } from '#test/app.ts'
import { givenEvent, preparedAdministrator, preparedApp } from '#test/given.ts'

const app = preparedApp({ works: false })
const other = preparedApp({ sharing: app, works: false })
const administrator = preparedAdministrator(app)
beforeEach(async () => {
  for (const { site } of await listed()) await remove(site)
})

const site = 'https://www.example.com'
const add = (typed: string) => app.send(addEmbedSite, { site: typed }, administrator)
const remove = (typed: string) => app.send(removeEmbedSite, { site: typed }, administrator)
const listed = async () => (await app.dataOf(getEmbedSites, {}, administrator)).sites
const frame = (path = '/embed/events', at = app, headers = {}) => at.request({ url: path, headers })

async function ancestorsOf(path: string, at = app) {
  const { headers } = await frame(path, at)
  return /frame-ancestors ([^;]+)/.exec(String(headers['content-security-policy']))?.[1]
}

describe('the list of websites', () => {
  test('has each website once, by its origin, and the history shows who changed it', async () => {
    await add('www.example.com/training')
    await add('https://WWW.example.com/')
    expect(await listed()).toEqual([{ site, addedAt: expect.any(Date), addedBy: 'Portal Administrator' }])
    await remove('https://www.example.com/other')
    await remove(site)
    expect(await listed()).toEqual([])
    const query = { search: '' } as const
    const { activities } = await app.dataOf(getActivities, { query }, administrator)
    expect(activities.slice(0, 2).map(({ activity, item }) => [activity, item])).toEqual([
      ['embed-site-removed', site],
      ['embed-site-added', site],
    ])
  })

  test('refuses an address that is no website on https', async () => {
    const { failure } = await add("https://example.com; script-src 'unsafe-inline'")
    expect(failure?.fields?.site).toBe(
      'Enter an address that starts with https://, such as https://www.example.com',
    )
    expect(await listed()).toEqual([])
  })

  test('is not longer than a header may be, even when many are added at the same moment', async () => {
    const answers = await atOnce(mostSites + 3, (place) => add(`https://site-${place}.example.com`))
    const refused = answers.map(({ failure }) => failure?.code).filter(Boolean)
    expect(refused).toEqual(Array(3).fill('TOO_MANY_SITES'))
    expect(await listed()).toHaveLength(mostSites)
  })
})

describe('a frame', () => {
  test('may be shown by the listed websites only, in every process', async () => {
    const comesTo = async (sites: string) => {
      for (const at of [app, other])
        await until(async () => (await ancestorsOf('/embed/events', at)) === sites)
    }
    await comesTo("'none'")
    await add(site)
    await add('https://example.org')
    await comesTo(`https://example.org ${site}`)
    await remove('https://example.org')
    await comesTo(site)
    expect(await ancestorsOf('/embed/button/1')).toBe(site)
  })

  test('is the only page that other websites may show', async () => {
    await add(site)
    for (const path of ['/', '/login', '/events', '/embed', '/embed/other', '/embed.js', '/api/health']) {
      expect([path, await ancestorsOf(path)]).toEqual([path, "'none'"])
    }
    for (const path of ['/embed/events', '/embed/events/7', '/embed/button']) {
      expect([path, (await frame(path)).headers['x-frame-options']]).toEqual([path, undefined])
    }
  })

  test('is never stored or confirmed, because a browser would keep the former list of websites', async () => {
    const first = await frame()
    expect(first.headers).toMatchObject({ 'cache-control': 'no-store' })
    expect(first.headers.etag).toBeUndefined()
    const again = await frame('/embed/events', app, { 'if-none-match': '*' })
    expect(again.statusCode).toBe(200)
  })

  test('sets no cookie, runs only our scripts, and is small', async () => {
    await givenEvent(app)
    const { headers, body } = await frame()
    expect(headers['set-cookie']).toBeUndefined()
    expect(headers['content-security-policy']).toContain("script-src 'self';")
    expect(headers['cross-origin-resource-policy']).toBe('cross-origin')
    expect(Buffer.byteLength(body)).toBeLessThan(60_000)
  })

  test('has the open events with links to the portal that name the slot', async () => {
    const { eventId, slotIds } = await givenEvent(app, { eventName: 'Piston <& more>' })
    const closed = await givenEvent(app, { eventName: 'Closed one', isEnabled: false })
    const { publicUrl } = app.services.config
    const link = `href="${publicUrl}/events/${eventId}?slot=${slotIds[0]}" target="_top"`
    await until(async () => (await frame()).body.includes(link))
    const { body } = await frame()
    expect(body).toContain('Piston &#60;&#38; more&#62;')
    expect(body).not.toContain('Closed one')
    const one = await frame(`/embed/events/${closed.eventId}`)
    expect([one.statusCode, one.body]).toEqual([200, expect.stringContaining('Registration Closed')])
    expect((await frame(`/embed/button/${eventId}`)).body).toContain(
      `href="${publicUrl}/events/${eventId}" target="_top" class="button">Register for Piston`,
    )
    expect((await frame('/embed/button')).body).toContain(`href="${publicUrl}/events" target="_top"`)
  })

  test('says that an event is not listed, with a way to the others', async () => {
    const { statusCode, body } = await frame('/embed/events/99999')
    expect(statusCode).toBe(404)
    expect(body).toContain('This event isn&#39;t listed.')
    expect(body).toContain('See all events')
  })

  test.each(['/embed/events/0', '/embed/events/x', '/embed/slots', '/embed/events/1/2'])(
    '%s is no frame',
    async (path) => {
      expect((await frame(path)).body).not.toContain('data-scheme')
    },
  )

  test.each([
    ['', 'light'],
    ['?scheme=dark', 'dark'],
    ['?scheme=%22%3E', 'light'],
  ])('with the address %o is %s', async (query, scheme) => {
    expect((await frame(`/embed/events${query}`)).body).toContain(`<html lang="en" data-scheme="${scheme}">`)
  })
})

test.each(['/embed.js', '/embed-frame.js'])('%s can be run by other websites', async (url) => {
  const { statusCode, headers } = await app.request({ url })
  expect(statusCode).toBe(200)
  expect(headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cross-origin-resource-policy': 'cross-origin',
    'cache-control': 'public, max-age=300',
  })
})
