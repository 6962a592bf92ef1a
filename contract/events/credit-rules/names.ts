import type { Figures } from './figures.ts'

/** Returns the name of a version, like 'hours-1/2027.2'. */
export function ruleName({
  figures,
  season,
  version,
}: {
  figures: Figures
  season: number
  version: number
}): string {
  return `${figures.code}/${season}.${version}`
}
