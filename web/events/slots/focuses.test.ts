import { expect, test } from 'vitest'
import { inPersonFocusId } from '#contract/events/events/facts.ts'
import { focuses, sidebarFocusIds } from './focuses.ts'

test('the event types have fixed ids, and the last one is in person', () => {
  expect(focuses.map((focus) => [focus.focusId, focus.focusName])).toEqual([
    [1, 'Rotorcraft'],
    [2, 'Piston'],
    [3, 'Turbine'],
    [4, 'South Carolina'],
  ])
  expect(inPersonFocusId).toBe(4)
})

test('the submenus 0 to 3 are Piston, Turbine, Rotorcraft, South Carolina', () => {
  const names = sidebarFocusIds.map((id) => focuses.find((focus) => focus.focusId === id)?.focusName)
  expect(names).toEqual(['Piston', 'Turbine', 'Rotorcraft', 'South Carolina'])
})
