/**
 * Every column of a table by its name, for what reads whole rows: the compiler misses none. A prepared statement with `*` breaks
 * when a migration adds a column.
 */
export function columnsOf<Table>() {
  return <const Names extends readonly (keyof Table)[]>(
    ...names: Names & ([Exclude<keyof Table, Names[number]>] extends [never] ? unknown : never)
  ): Names => names
}
