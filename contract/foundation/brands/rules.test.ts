import { expect, test } from 'vitest'
import { bandColorProblem, contrastOf, mainColorProblem, shadesOf } from './rules.ts'

test.each([
  ['#000000', '#ffffff', 21],
  ['#ffffff', '#ffffff', 1],
  ['#777777', '#ffffff', 4.48],
  ['#1f5796', '#ffffff', 7.34],
])('the contrast of %s and %s is %d', (one, other, contrast) => {
  expect(contrastOf(one, other)).toBeCloseTo(contrast, 1)
  expect(contrastOf(other, one)).toBe(contrastOf(one, other))
})

test.each([
  ['#0b2545', undefined],
  ['#767676', undefined],
  ['#777777', 'This color has a contrast of 4.4:1 to its white text. It needs 4.5:1. Choose a darker color.'],
  ['#f0b429', 'This color has a contrast of 1.8:1 to its white text. It needs 4.5:1. Choose a darker color.'],
])('the color %s of headers: %s', (color, problem) => {
  expect(bandColorProblem(color)).toBe(problem)
})

test.each([
  ['#1f5796', undefined],
  ['#767676', 'This color has a contrast of 4.2:1 to the page. It needs 4.5:1. Choose a darker color.'],
])('the color %s of links: %s', (color, problem) => {
  expect(mainColorProblem(color)).toBe(problem)
})

test('the shades of a color go from light to dark, and the seventh is the color', () => {
  const shades = shadesOf('#7a1f3d')
  expect([shades.length, shades[6]]).toEqual([10, '#7a1f3d'])
  const contrasts = shades.map((shade) => contrastOf(shade, '#ffffff'))
  expect(contrasts).toEqual(contrasts.toSorted((a, b) => a - b))
})
