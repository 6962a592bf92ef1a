import { expect, test } from './fixtures.ts'
import { startPortal } from './portal.ts'

test('the buttons of a demo bring one script, and fetch the code behind them on a click', async ({
  page,
}) => {
  const portal = await startPortal({ DEMO: 'on' })
  try {
    await portal.query(`
      insert into users (email, first_name, last_name, country, state, zip, company_name, phone)
      values ('demo.newcomer@example.com', 'Robin', 'Newcomer', 'USA', 'TX', '75001', 'Example Aviation', '+12125550123')`)
    await page.goto(`${portal.url}/login`)
    const button = page.getByRole('button', { name: 'Look around as a new technician' })
    await expect(button).toBeVisible()
    const scripts = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .map(({ name }) => new URL(name).pathname.split('/').at(-1) ?? '')
        .filter((name) => name.endsWith('.js')),
    )
    expect(scripts.sort()).toEqual(['boot.js', 'index.js', 'login.js', 'look-around-bar.js'])
    await button.click()
    await expect(page.getByRole('heading', { name: 'Upcoming Events' })).toBeVisible()
  } finally {
    await portal.stop()
  }
})
