import { seasonOf } from '#contract/core/season.ts'

/** The season the server shows, which its setting may have fixed; else the one of today, as where a page is drawn beforehand. */
export function currentSeason(): number {
  const told = globalThis.document?.querySelector<HTMLMetaElement>('meta[name="season"]')?.content
  return /^\d{4}$/.test(told ?? '') ? Number(told) : seasonOf(new Date())
}
