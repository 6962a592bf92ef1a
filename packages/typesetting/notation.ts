/** Writes a number for operators. It is in points, so three decimals are enough. */
export function rounded(value: number, digits = 3): number {
  return Number(value.toFixed(digits))
}

/** Writes a color as the three operands of rg and RG. */
export function rgb(color: string): string {
  return [1, 3, 5].map((at) => rounded(Number.parseInt(color.slice(at, at + 2), 16) / 255)).join(' ')
}

/** Writes a code as two bytes. */
export function hex(code: number): string {
  return code.toString(16).padStart(4, '0')
}
