import { nastyHtml } from '#test/nasty-html.ts'
import { expect, test } from './fixtures.ts'
import { newEmail, signUp } from './people.ts'

test('a formatted text that was stored uncleaned shows only allowed tags and runs no script', async ({
  page,
  portal,
}) => {
  const link = '<p><a href="https://a.example/">page</a></p>'
  const planted = `${link}${nastyHtml.map(([, html]) => `<div>${html}</div>`).join('')}`
  await portal.query('update speakers set course_details = $1', [planted])
  await signUp(page, portal, newEmail())
  await page
    .getByRole('article', { name: /Turbine/ })
    .getByRole('button', { name: 'Details' })
    .click()
  const event = page.getByRole('dialog', { name: 'Virtual IA Renewal series' })
  await event.getByRole('listitem').getByRole('button').first().click()
  const shown = page.getByRole('link', { name: 'page' })
  await expect(shown).toHaveAttribute('target', '_blank')
  await expect(shown).toHaveAttribute('rel', 'noopener noreferrer')

  const text = page.locator('.mantine-Typography-root', { has: shown })
  const { tags, attributes, links } = await text.evaluate((root) => {
    const all = [...root.querySelectorAll('*')]
    return {
      tags: [...new Set(all.map((element) => element.localName))],
      attributes: [...new Set(all.flatMap((element) => element.getAttributeNames()))],
      links: all.flatMap((element) => element.getAttribute('href') ?? []),
    }
  })
  const allowed = ['p', 'br', 'strong', 'em', 'u', 's', 'ul', 'ol', 'li', 'a', 'h3', 'h4', 'blockquote']
  expect(tags.filter((tag) => !allowed.includes(tag))).toEqual([])
  expect(attributes.sort()).toEqual(['href', 'rel', 'target'])
  expect(links.filter((address) => !address.startsWith('https://'))).toEqual([])
  expect(await page.evaluate(() => 'attacked' in window)).toBe(false)
})
