/** Returns a name for comparison: in lower case, with single spaces. */
export function comparedName(name: string): string {
  return name.trim().replaceAll(/\s+/g, ' ').toLowerCase()
}
