import { paths } from '#contract/core/paths.ts'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { signInAsAdministrator } from './people.ts'

const slot = {
  event_slot_id: 7,
  event_id: 3,
  eventName: 'Turbine IA Renewal Series 2027',
  slot: '09 Feb 2027 – 10 Feb 2027, 8:00 AM - 12:00 PM EST',
  isOver: false,
  webinarId: '992 8911 0036',
  registered: 1200,
  withJoinUrl: 1190,
  refused: 4,
  deferred: 0,
  pending: 2,
  waiting: 4,
  syncedAt: '2027-02-01T13:00:00Z',
  isComparing: false,
  comparedAt: '2027-02-02T07:37:00Z',
  problem: '',
  otherTime: '',
  isTimeBeingWritten: false,
  timeProblem: '',
  differences: { 'only-here': 2, 'only-there': 1, different: 0 },
}

function difference(webinarDifferenceId: number, kind: string, email: string) {
  const told = { words: 'Canceled at Zoom.', isBeingRepaired: false, problem: '' }
  return { webinarDifferenceId, kind, registrationId: null, name: 'Pat Lee', email, ...told }
}

const differences = [
  difference(1, 'only-here', 'pat@example.com'),
  difference(2, 'only-here', 'sam@example.com'),
  difference(3, 'only-there', 'stranger@example.com'),
]

test('an administrator compares portal and webinar platform slot by slot and repairs a difference by a click', async ({
  page,
}) => {
  let slots: object[] = [slot]
  let found = differences
  const repairs: unknown[] = []
  const say = (data: object) => ({ json: { error: false, data } })
  await page.route('**/api/private/webinar-drift', (route) =>
    route.fulfill(
      say({
        slots: found.length > 0 ? 1 : 0,
        differences: found.length,
        bySlot: found.length > 0 ? [{ event_slot_id: 7, event_id: 3, differences: found.length }] : [],
      }),
    ),
  )
  await page.route('**/api/private/webinar-comparisons', (route) =>
    route.fulfill(say({ platform: 'Zoom', awaySince: '2027-02-02T12:00:00Z', slots })),
  )
  await page.route('**/api/private/webinar-comparisons/7', (route) => {
    const of = (kind: string) => found.filter((each) => each.kind === kind).length
    const counts = { 'only-here': of('only-here'), 'only-there': of('only-there'), different: 0 }
    const shown = { ...slot, differences: counts }
    return route.fulfill(say({ platform: 'Zoom', slot: shown, peopleThere: 1191, differences: found }))
  })
  await page.route('**/api/private/webinar-repairs', (route) => {
    repairs.push(route.request().postDataJSON())
    return route.fulfill(say({ repairs: 1 }))
  })
  await signInAsAdministrator(page, paths.dashboard())
  await page.getByText('Out of sync with the webinar platform: 3 people in 1 time slot.').waitFor()
  await page.getByRole('link', { name: 'See the webinars' }).click()
  await page.getByRole('heading', { name: 'Webinar sync', exact: true }).waitFor()
  await page.getByText('Zoom is unreachable').waitFor()
  await expectAccessible(page)
  await page.getByRole('link', { name: /^Turbine IA Renewal Series 2027/ }).press('Enter')
  await page.getByRole('region', { name: 'Not registered here' }).waitFor()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Remove stranger@example.com' }).click()
  await page.getByRole('dialog').getByText('registered on a page of Zoom').waitFor()
  await page.getByRole('button', { name: 'Cancel' }).click()
  expect(repairs).toEqual([])
  await page.getByLabel('Choose sam@example.com').press('Space')
  await page.getByRole('button', { name: 'Register the chosen 1' }).click()
  await page.getByText('1 repair started').waitFor()
  found = []
  await page.getByRole('button', { name: 'Register all 2' }).click()
  await page.getByText('The portal and Zoom match.').waitFor()
  expect(repairs).toEqual([
    { event_slot_id: 7, kind: 'only-here', webinarDifferenceIds: [2] },
    { event_slot_id: 7, kind: 'only-here' },
  ])
  await expect(page.getByText('Out of sync with the webinar platform')).toHaveCount(0)
  await expectAccessible(page)

  slots = []
  await page.getByRole('link', { name: 'All webinars' }).click()
  await page.reload()
  await page.getByText('No webinars yet').waitFor()
  await expectAccessible(page)
})
