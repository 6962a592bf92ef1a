const format = new Intl.NumberFormat('en-US')

export function shownCount(count: number): string {
  return format.format(count)
}

/** '1 person', '1,200 people' */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${shownCount(count)} ${count === 1 ? one : many}`
}
