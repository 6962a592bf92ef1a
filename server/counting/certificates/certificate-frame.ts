import { rgb } from '@portal/typesetting/notation'
import type { Sheet } from '@portal/typesetting/sheet'

/** A landscape Letter page, in points. */
export const pageSize = { width: 792, height: 612 } as const

export const pageColors = {
  navy: '#0B2545',
  blue: '#1F5796',
  ink: '#0F1B2D',
  muted: '#4A5565',
  border: '#CBD5E1',
  mist: '#EEF3F8',
} as const

/** Draws the background: a pale compass card, and a double frame with marked corners. */
export function drawFrame(sheet: Sheet) {
  sheet.operate(ground)
}

const { width, height } = pageSize

/** The distances of the two lines from the page's edges, and half the side of the corner squares. */
const frame = { outer: 25, inner: 31, corner: 3.4 }

const compass = { x: width / 2, y: 222, radius: 118, ringGap: 7 }

const ground = [
  compassCard(),
  box(frame.outer, 1.4, pageColors.navy),
  box(frame.inner, 0.6, pageColors.border),
  corners(),
].join('\n')

function box(inset: number, line: number, color: string) {
  return `${rgb(color)} RG ${line} w ${inset} ${inset} ${width - 2 * inset} ${height - 2 * inset} re S`
}

function corners() {
  const { outer, corner } = frame
  const squares = [outer, width - outer].flatMap((x) =>
    [outer, height - outer].map((y) => `${x - corner} ${y - corner} ${2 * corner} ${2 * corner} re`),
  )
  return `${rgb(pageColors.navy)} rg ${squares.join(' ')} f`
}

/** Returns ticks every five degrees inside two rings, like a heading indicator. */
function compassCard() {
  const { x, y, radius, ringGap } = compass
  const ticks = Array.from({ length: 72 }, (_, index) => {
    const angle = (index * 5 * Math.PI) / 180
    const length = index % 6 === 0 ? 20 : index % 2 === 0 ? 14 : 8
    const at = (distance: number) =>
      `${(x + Math.sin(angle) * distance).toFixed(2)} ${(y - Math.cos(angle) * distance).toFixed(2)}`
    return `${at(radius)} m ${at(radius - length)} l`
  })
  const rings = [radius, radius + ringGap].map((size) => circle(x, y, size))
  return `${rgb(pageColors.mist)} RG 1.2 w ${ticks.join(' ')} ${rings.join(' ')} S`
}

function circle(x: number, y: number, radius: number) {
  const bend = radius * 0.5523
  const at = (dx: number, dy: number) => `${(x + dx).toFixed(2)} ${(y + dy).toFixed(2)}`
  return [
    `${at(radius, 0)} m`,
    `${at(radius, bend)} ${at(bend, radius)} ${at(0, radius)} c`,
    `${at(-bend, radius)} ${at(-radius, bend)} ${at(-radius, 0)} c`,
    `${at(-radius, -bend)} ${at(-bend, -radius)} ${at(0, -radius)} c`,
    `${at(bend, -radius)} ${at(radius, -bend)} ${at(radius, 0)} c h`,
  ].join(' ')
}
