const format = new Intl.NumberFormat('en-US')

/** '12,345' */
export function shownCount(count: number): string {
  return format.format(count)
}
