// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest'
import type { RegistrationRow } from '#contract/registrations/registration-lists/rows.ts'
import { doing, renderHook } from '#test/render.tsx'
import { useRegistrationSelection } from './registration-selection.ts'

const row = (registrationId: number) => ({ registrationId }) as RegistrationRow
const rows = [1, 2, 3, 4, 5].map(row)

async function givenSelection() {
  const use = ({ rows, filters }: { rows: RegistrationRow[]; filters: string }) =>
    useRegistrationSelection(rows, filters)
  const { now, give } = await renderHook(use, { rows, filters: 'a' })
  return {
    now,
    show: (shown: RegistrationRow[], filters = 'a') => give({ rows: shown, filters }),
    toggle: (id: number, isRange = false) => doing(() => now().toggle(row(id), isRange)),
    toggleAll: (isSelected: boolean) => doing(() => now().toggleAll(rows, isSelected)),
    chooseAll: () => doing(() => now().chooseAllThatMatch()),
    ids: () => {
      const { chosen } = now()
      return chosen === 'all that match' ? chosen : [...chosen.ids]
    },
  }
}

describe('rows are selected', () => {
  test('one by one, and deselected', async () => {
    const selection = await givenSelection()
    await selection.toggle(2)
    await selection.toggle(4)
    await selection.toggle(2)
    expect(selection.ids()).toEqual([4])
    expect(selection.now().isSelected(row(4))).toBe(true)
    expect(selection.now().isSelected(row(2))).toBe(false)
  })

  test.each([
    ['down', 2, 4, [2, 3, 4]],
    ['up', 4, 2, [4, 2, 3]],
  ])('as a range %s from the previous row', async (_, from, to, ids) => {
    const selection = await givenSelection()
    await selection.toggle(from)
    await selection.toggle(to, true)
    expect(selection.ids()).toEqual(ids)
  })

  test('alone if the range would start at a row that is no longer shown', async () => {
    const selection = await givenSelection()
    await selection.toggle(1)
    await selection.show([row(6), row(7), row(8)])
    await selection.toggle(8, true)
    expect(selection.ids()).toEqual([1, 8])
  })

  test('as a whole page, and stay selected on another page', async () => {
    const selection = await givenSelection()
    await selection.toggleAll(true)
    await selection.show([row(6)])
    await selection.toggle(6)
    expect(selection.ids()).toEqual([1, 2, 3, 4, 5, 6])
    await selection.toggleAll(false)
    expect(selection.ids()).toEqual([6])
  })
})

describe('a selection of all matches', () => {
  test('covers only the rows of the filters', async () => {
    const selection = await givenSelection()
    await selection.chooseAll()
    expect(selection.now().isSelected(row(99))).toBe(true)
    await selection.show(rows, 'b')
    expect(selection.ids()).toEqual([])
  })

  test('becomes a selection of the page once a row is deselected', async () => {
    const selection = await givenSelection()
    await selection.chooseAll()
    await selection.toggle(3)
    expect(selection.ids()).toEqual([1, 2, 4, 5])
  })
})
