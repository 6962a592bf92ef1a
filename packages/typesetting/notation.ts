/** A number as operators have it: in points, a thousandth of one is nothing to see. */
export function rounded(value: number, digits = 3): number {
  return Number(value.toFixed(digits))
}

/** A colour as the three operands of rg and RG. */
export function rgb(color: string): string {
  return [1, 3, 5].map((at) => rounded(Number.parseInt(color.slice(at, at + 2), 16) / 255)).join(' ')
}

/** A code of two bytes. */
export function hex(code: number): string {
  return code.toString(16).padStart(4, '0')
}
