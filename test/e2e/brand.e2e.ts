import sharp from 'sharp'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { givenRegistered, signInAsAdministrator } from './people.ts'

test('an administrator gives the portal a name, a logo and colors, and pages and emails have them from the first paint', async ({
  page,
  browser,
  portal,
}) => {
  await signInAsAdministrator(page, '/admin/private/provider')
  const brand = page.getByRole('region', { name: 'Name, logo and colors' })
  await brand.getByRole('textbox', { name: 'Name of the portal' }).fill('Example Training')
  await brand.getByRole('textbox', { name: 'Color of links and buttons' }).fill('#f0b429')
  await brand.getByRole('textbox', { name: 'Color of headers' }).fill('#3d0f1f')
  await brand.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(
    brand.getByText('This color has a contrast of 1.7:1 to the page. It needs 4.5:1. Choose a darker color.'),
  ).toBeVisible()
  await expect(brand.getByRole('textbox', { name: 'Color of links and buttons' })).toBeFocused()
  await brand.getByRole('textbox', { name: 'Color of links and buttons' }).fill('#7a1f3d')
  const create = { width: 300, height: 100, channels: 3, background: '#7a1f3d' } as const
  await brand.getByLabel('Logo', { exact: true }).setInputFiles({
    name: 'logo.png',
    mimeType: 'image/png',
    buffer: await sharp({ create }).png().toBuffer(),
  })
  await brand.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved. Pages show it the next time they are opened.')).toBeVisible()
  await expectAccessible(page)

  const visitor = await browser.newPage()
  const problems: string[] = []
  visitor.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  visitor.on('pageerror', (error) => problems.push(error.message))
  for (const path of ['/login', '/events', '/register', '/events/1', '/admin/login']) {
    // The words before any script has run, and after.
    const html = await (await visitor.request.get(portal.url + path)).text()
    expect(html).toContain('Example Training')
    expect(html).not.toContain('IA Renewal Portal')
    await visitor.goto(portal.url + path)
    await expect(visitor).toHaveTitle(/ · Example Training$/)
    const logo = visitor.getByRole('banner').locator('img').filter({ visible: true }).first()
    await expect(logo).toHaveAttribute('src', /^\/api\/files\/[0-9a-f]{64}\?width=320$/)
    const shape = () => logo.evaluate(({ clientWidth, clientHeight }) => clientWidth / clientHeight)
    await expect.poll(shape).toBeCloseTo(3, 0)
    await expectAccessible(visitor)
  }
  expect(problems).toEqual([])
  await expect(visitor.locator('body')).not.toContainText('IA Renewal Portal')

  const mail = await portal.mailAbout(await givenRegistered(portal, {}), /^You are registered/)
  expect(mail.html).toContain('background:#3d0f1f')
  expect(mail.html).toContain('Example Training')
})
