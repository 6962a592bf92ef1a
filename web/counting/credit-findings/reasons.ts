import { byCourseHour } from '#contract/counting/hours/course-hours.ts'
import type { Finding, HourCode } from '#contract/counting/hours/findings.ts'
import { bestHour } from '#contract/counting/hours/findings.ts'

const fineCodes: ReadonlySet<HourCode> = new Set(['earned', 'earned-no-poll', 'counted'])

/** Splits a finding's sentences: those about all hours and missing ones, and those about the hours that are fine. */
export function reasonsOf(finding: Finding, sentences: readonly string[]) {
  const hours = finding.reason === 'no-visits' ? [] : byCourseHour(finding.agenda).map(bestHour)
  const first = sentences.length - hours.length
  const isFine = (place: number) => place >= first && fineCodes.has(hours[place - first]?.code ?? 'unknown')
  return {
    leading: sentences.filter((_, place) => !isFine(place)),
    fine: sentences.filter((_, place) => isFine(place)),
  }
}
