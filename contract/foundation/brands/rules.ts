/** Text needs this contrast to its ground (WCAG 2.2, 1.4.3). */
const leastContrast = 4.5

/** The grounds of the main color: links on white and on the page's gray. White text on it needs less. */
const pageGround = '#f5f7fa'

/** Returns the contrast of two colors, 1 to 21, as WCAG defines it. */
export function contrastOf(one: string, other: string): number {
  const [light = 1, dark = 1] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

/** Returns a sentence if links in this color cannot be read on a page, or white words on it. */
export function mainColorProblem(color: string): string | undefined {
  return contrastProblem(color, pageGround, 'the page')
}

/** Returns a sentence if white words on this color cannot be read. */
export function bandColorProblem(color: string): string | undefined {
  return contrastProblem(color, '#ffffff', 'its white text')
}

/** Returns ten shades of a color, the lightest first; the seventh is the color itself. */
export function shadesOf(color: string): string[] {
  const lighter = [0.93, 0.84, 0.68, 0.5, 0.32, 0.15].map((part) => mixed(color, 255, part))
  return [...lighter, color, ...[0.15, 0.32, 0.55].map((part) => mixed(color, 0, part))]
}

function contrastProblem(color: string, ground: string, what: string): string | undefined {
  const contrast = contrastOf(color, ground)
  if (contrast >= leastContrast) return undefined
  // Rounded down, so that 4.49 does not read as enough.
  const shown = (Math.floor(contrast * 10) / 10).toFixed(1)
  return `This color has a contrast of ${shown}:1 to ${what}. It needs ${leastContrast}:1. Choose a darker color.`
}

function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = partsOf(color).map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function mixed(color: string, other: number, part: number): string {
  const parts = partsOf(color).map((each) => Math.round(each * (1 - part) + other * part))
  return `#${parts.map((each) => each.toString(16).padStart(2, '0')).join('')}`
}

function partsOf(color: string): number[] {
  return [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16))
}
