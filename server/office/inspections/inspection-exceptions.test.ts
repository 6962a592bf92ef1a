import Papa from 'papaparse'
import { expect, test } from 'vitest'
import { addDays } from '#contract/core/plain-dates.ts'
import { easternDay, seasonOfDay } from '#contract/core/season.ts'
import { getUnusualCredits, noReason } from '#contract/counting/unusual-credits/calls.ts'
import { writtenByDay } from '#contract/events/slots/hours-by-day.ts'
import type { InspectionScope } from '#contract/office/inspections/calls.ts'
import { givenCredit, givenRegistration } from '#test/given.ts'
import * as held from '#test/held-slot.ts'
import { unpackedPack, verdictOn } from '#test/inspection-packs.ts'

held.startWithHeldSlot()

const season = seasonOfDay(held.on)
const query = (text: string) => held.app.services.pool.query(text)
const byAdministrator = () => held.administrator.token

async function exceptionsOf(scope: InspectionScope) {
  const files = await unpackedPack(held.app, scope, byAdministrator())
  const text = files.get('exceptions.csv')?.toString() ?? ''
  const { data } = Papa.parse<Record<string, string>>(text.replace('\ufeff', ''), {
    header: true,
    skipEmptyLines: true,
  })
  return { files, rows: data }
}

test('exceptions.csv and the page name the same credits, each with its reason or that there is none', async () => {
  const person = await held.givenRegistered()
  const first = await held.idOf(person)
  const early = await held.givenHeldEvent()
  await held.heldOn(addDays(easternDay(new Date()), 1), early.slotIds[0])
  const twice = await held.givenHeldEvent()
  const ofTwice = await givenRegistration(held.app, person, twice, { by: held.administrator })
  const ofEarly = await givenRegistration(held.app, person, early, { by: held.administrator })
  await query(
    `update events set course_number = 'C-1' where event_id in (${early.eventId}, ${twice.eventId})`,
  )
  await givenCredit(held.app, held.administrator, first, 8, 'Stayed, "longer"')
  await givenCredit(held.app, held.administrator, ofTwice, 4, '=Second')
  await givenCredit(held.app, held.administrator, ofEarly, 4)
  await query('alter table credits disable trigger user')
  await query(`update credits set reason = '' where registration_id = ${ofEarly}`)
  await query('alter table credits enable trigger user')

  const data = await held.app.dataOf(getUnusualCredits, { query: { year: season } }, byAdministrator())
  expect(
    data.credits.map(({ kind, registrationId, other }) => [kind, registrationId, other?.registrationId]),
  ).toEqual([
    ['more-than-taught', first, undefined],
    ['before-end', ofEarly, undefined],
    ['overlap', ofTwice, first],
    ['no-evidence', first, undefined],
    ['no-evidence', ofTwice, undefined],
    ['no-evidence', ofEarly, undefined],
    ['same-course', ofEarly, ofTwice],
  ])
  const { files, rows } = await exceptionsOf({ season })
  const said = (side: {
    decidedBy: string
    decidedAt: Date
    byDay: null | Parameters<typeof writtenByDay>[0]
  }) => [writtenByDay(side.byDay ?? []), side.decidedBy, side.decidedAt.toISOString()]
  expect(rows.map(Object.values)).toEqual(
    data.credits.map(({ other, ...row }) => [
      row.kind,
      String(row.registrationId),
      row.person?.name,
      row.eventName,
      expect.any(String),
      String(row.creditId),
      String(row.hours),
      ...said(row),
      row.reason.replace(/^=/, "'=") || noReason,
      row.courseNumber ?? '',
      ...(other
        ? [
            String(other.registrationId),
            other.eventName,
            expect.any(String),
            String(other.creditId),
            String(other.hours),
            ...said(other),
            other.reason.replace(/^=/, "'=") || noReason,
          ]
        : Array(9).fill('')),
    ]),
  )
  expect(files.get('README.txt')?.toString()).toContain(
    '  exceptions.csv    Credits that an inspector would ask about',
  )
  expect((await verdictOn(files))[0]).toBe(3)
})

test('a pack of an event names the pairs of its registrations, also with a credit outside of the pack', async () => {
  const person = await held.givenRegistered()
  const twice = await held.givenHeldEvent()
  const first = await held.idOf(person)
  const second = await givenRegistration(held.app, person, twice, { by: held.administrator })
  await givenCredit(held.app, held.administrator, first, 4)
  await givenCredit(held.app, held.administrator, second, 4)
  const pairs = [expect.objectContaining({ Registration: `${second}`, 'Other registration': `${first}` })]
  for (const { eventId } of [held.event, twice]) {
    const { rows } = await exceptionsOf({ eventId })
    expect(rows.filter(({ Kind }) => Kind === 'overlap')).toEqual(pairs)
  }
})

test('a pack without unusual credits has the file with its columns only', async () => {
  await held.givenRegistered()
  const { files, rows } = await exceptionsOf({ eventSlotId: held.slot })
  expect(rows).toEqual([])
  expect(files.get('exceptions.csv')?.toString()).toContain('Kind,Registration,Name,')
})
