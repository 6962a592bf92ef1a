import { rgb } from '#server/platform/pdf/notation.ts'
import type { Sheet } from '#server/platform/pdf/sheet.ts'

export const pageWidth = 792
export const pageHeight = 612
export const colors = {
  navy: '#0B2545',
  blue: '#1F5796',
  ink: '#0F1B2D',
  muted: '#4A5565',
  border: '#CBD5E1',
  mist: '#EEF3F8',
} as const

/** The page's ground: a compass card in the mist behind the words, and a double frame with marked corners. */
export function drawFrame(sheet: Sheet): void {
  sheet.operate(frame)
}

const outer = 25
const inner = 31

const frame = [
  compassCard(pageWidth / 2, 222, 118),
  box(outer, 1.4, colors.navy),
  box(inner, 0.6, colors.border),
  corners(),
].join('\n')

function box(inset: number, line: number, color: string): string {
  return `${rgb(color)} RG ${line} w ${inset} ${inset} ${pageWidth - 2 * inset} ${pageHeight - 2 * inset} re S`
}

/** A small square over each corner of the frame. */
function corners(): string {
  const half = 3.4
  const squares = [outer, pageWidth - outer].flatMap((x) =>
    [outer, pageHeight - outer].map((y) => `${x - half} ${y - half} ${2 * half} ${2 * half} re`),
  )
  return `${rgb(colors.navy)} rg ${squares.join(' ')} f`
}

/** A heading indicator: its ticks every five degrees within two rings. */
function compassCard(centerX: number, centerY: number, radius: number): string {
  const ticks = Array.from({ length: 72 }, (_, index) => {
    const angle = (index * 5 * Math.PI) / 180
    const length = index % 6 === 0 ? 20 : index % 2 === 0 ? 14 : 8
    const [x, y] = [Math.sin(angle), -Math.cos(angle)]
    const at = (distance: number): string =>
      `${(centerX + x * distance).toFixed(2)} ${(centerY + y * distance).toFixed(2)}`
    return `${at(radius)} m ${at(radius - length)} l`
  })
  const rings = [radius, radius + 7].map((size) => circle(centerX, centerY, size))
  return `${rgb(colors.mist)} RG 1.2 w ${ticks.join(' ')} ${rings.join(' ')} S`
}

function circle(x: number, y: number, radius: number): string {
  const bend = radius * 0.5523
  const at = (dx: number, dy: number): string => `${(x + dx).toFixed(2)} ${(y + dy).toFixed(2)}`
  return [
    `${at(radius, 0)} m`,
    `${at(radius, bend)} ${at(bend, radius)} ${at(0, radius)} c`,
    `${at(-bend, radius)} ${at(-radius, bend)} ${at(-radius, 0)} c`,
    `${at(-radius, -bend)} ${at(-bend, -radius)} ${at(0, -radius)} c`,
    `${at(bend, -radius)} ${at(radius, -bend)} ${at(radius, 0)} c h`,
  ].join(' ')
}
