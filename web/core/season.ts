import { seasonOf } from '#contract/core/season.ts'

/** Returns the server's season, or today's on a pre-rendered page. */
export function currentSeason(): number {
  const told = globalThis.document?.querySelector<HTMLMetaElement>('meta[name="season"]')?.content
  return /^\d{4}$/.test(told ?? '') ? Number(told) : seasonOf(new Date())
}
