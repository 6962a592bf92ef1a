import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { portalNamePlace } from '#contract/core/portal-name.ts'
import { getActivities } from '#contract/foundation/activities/calls.ts'
import { getBrand, saveBrand } from '#contract/foundation/brands/calls.ts'
import { storeFile } from '#server/core/files/stored-files.ts'
import { brandedPage } from '#server/core/http/branded-page.ts'
import { layOutMail } from '#server/core/mail/mail-layout.ts'
import { findSender } from '#server/foundation/training-providers/queries.ts'
import { until } from '#test/app.ts'
import { preparedAdministrator, preparedApp } from '#test/given.ts'
import { pageBrandOf } from './brand-pages.ts'
import { findBrand } from './queries.ts'

const app = preparedApp({ works: false })
const administrator = preparedAdministrator(app)

const none = { portalName: '', logo: '', mainColor: '', bandColor: '' }
const read = () => app.dataOf(getBrand, {}, administrator)
const save = (body: Partial<typeof none> & { version?: number }) =>
  app.send(saveBrand, { ...none, ...body }, administrator)

async function givenLogo(width = 300, height = 100) {
  const create = { width, height, channels: 3, background: '#7a1f3d' } as const
  return storeFile(app.services.db, 'image/webp', await sharp({ create }).webp().toBuffer())
}

/** Returns the sender of emails from a portal at this address. */
function senderAt(publicUrl: string) {
  const { db, config } = app.services
  return findSender({ tx: db, config: { ...config, publicUrl } })
}

describe('with nothing set', () => {
  test('pages and emails are as the build has them', async () => {
    expect(await read()).toMatchObject({ ...none, version: 0, savedAt: null, savedBy: '' })
    expect(pageBrandOf(await findBrand(app.services.db))).toBeUndefined()
    expect(Object.keys(await senderAt('https://portal.example.com'))).toEqual(['name', 'contact'])
  })
})

describe('the name, logo and colors', () => {
  test('are saved as a version, and the history shows what changed', async () => {
    const logo = await givenLogo()
    const typed = { portalName: ' Example <Training> ', logo, mainColor: ' #7A1F3D', bandColor: '#3d0f1f' }
    const { data } = await save({ ...typed, version: 0 })
    expect(data).toMatchObject({
      portalName: 'Example <Training>',
      logo,
      mainColor: '#7a1f3d',
      bandColor: '#3d0f1f',
      version: 1,
      savedBy: 'Portal Administrator',
    })
    expect((await save({ ...data })).data.version).toBe(1)
    const query = { activity: 'brand-changed' } as const
    const [entry] = (await app.dataOf(getActivities, { query }, administrator)).activities
    expect(entry?.changes).toContainEqual({ what: 'Logo', from: '', to: 'a picture' })
    expect(entry?.changes).toContainEqual({ what: 'Color of headers', from: '', to: '#3d0f1f' })
  })

  test('are not overwritten after another administrator changed them', async () => {
    const { version } = await read()
    const { failure } = await save({ portalName: 'Mine', version: version - 1 })
    expect(failure?.code).toBe('CHANGED_MEANWHILE')
    expect((await read()).version).toBe(version)
  })

  test.each([
    [
      { mainColor: '#f0b429' },
      'This color has a contrast of 1.7:1 to the page. It needs 4.5:1. Choose a darker color.',
    ],
    [
      { bandColor: '#777777' },
      'This color has a contrast of 4.4:1 to its white text. It needs 4.5:1. Choose a darker color.',
    ],
    [{ mainColor: 'red' }, 'A color is # and six signs, such as #1f5796'],
    [{ bandColor: '#fff;}' }, 'A color is # and six signs, such as #1f5796'],
    [{ logo: 'https://example.com/logo.png' }, 'Please choose the picture again'],
    [{ logo: `/api/files/${'0'.repeat(64)}` }, 'This picture has been deleted. Please choose it again.'],
  ])('%o is refused at its field', async (typed, message) => {
    const before = await read()
    expect((await save(typed)).failure?.fields).toEqual({ [Object.keys(typed)[0] ?? '']: message })
    expect(await read()).toEqual(before)
  })

  test('are in a page before it is painted, in place of those of the build', async () => {
    const brand = pageBrandOf(await findBrand(app.services.db))
    const drawn =
      `<head><title>Login · ${portalNamePlace}</title><meta name="theme-color" content="#0b2545" /></head>` +
      `<img src="/assets/aa/mark.svg" height="32" alt=""/>${portalNamePlace}<link href="/assets/aa/mark.svg">` +
      '<link rel="icon" href="/assets/aa/mark.svg" type="image/svg+xml" />' +
      '<link rel="apple-touch-icon" href="/assets/aa/apple-touch-icon.png" />'
    const page = brandedPage(drawn, brand as NonNullable<typeof brand>)
    expect(page).not.toContain(portalNamePlace)
    expect(page).toContain('<title>Login · Example &#60;Training&#62;</title>')
    expect(page).toMatch(/<img src="\/api\/files\/[0-9a-f]{64}\?width=320" height="32" alt=""\/>/)
    expect(page).toContain('<link href="/assets/aa/mark.svg">')
    expect(page).toMatch(/<link rel="icon" href="\/api\/files\/[0-9a-f]{64}\?as=icon" type="image\/png">/)
    expect(page).toMatch(/<link rel="apple-touch-icon" href="\/api\/files\/[0-9a-f]{64}\?as=icon">/)
    expect(page).toContain('content="#3d0f1f"')
    expect(page).toContain('--blue:#7a1f3d')
    expect(page).toContain('--navy:#3d0f1f')
    expect(page).toContain('--logo-ratio:3')
  })

  test('reach the pages of every process', async () => {
    const isThere = async () => (await app.request({ url: '/embed/events' })).body.includes('--blue:#7a1f3d')
    await until(isThere)
  })

  test('are on emails: the logo by https with the name in its place, else the name', async () => {
    const { logo } = await read()
    const mail = async (publicUrl: string) =>
      layOutMail({
        subject: 'Hello',
        paragraphs: ['Words.'],
        action: { label: 'Open', url: publicUrl },
        sender: await senderAt(publicUrl),
      }).html
    const secure = await mail('https://portal.example.com')
    expect(secure).toContain(`src="https://portal.example.com${logo}?as=png"`)
    expect(secure).toContain('alt="Example &#60;Training&#62;"')
    expect(secure).toContain('background:#3d0f1f')
    expect(secure).toContain('background:#7a1f3d')
    const plain = await mail('http://localhost:3000')
    expect(plain).not.toContain('<img')
    expect(plain).toMatch(/background:#3d0f1f[^>]*>Example &#60;Training&#62;</)
  })
})
