import type { InspectionLink, InspectionSummary } from '#contract/office/inspections/calls.ts'
import { counted, shownCount } from '#web/core/texts/counts.ts'
import { shownInstant } from '#web/core/texts/instants.ts'

/** Writes what is in a pack: '1,000 registrations · 7,840 hours for 980 of them · 980 certificates · 3 attendance reports'. */
export function contentWords({ people, credited, hours, certificates, reports }: InspectionSummary): string {
  return [
    counted(people, 'registration'),
    `${counted(hours, 'hour')} for ${shownCount(credited)} of them`,
    counted(certificates, 'certificate'),
    counted(reports, 'attendance report'),
  ].join(' · ')
}

/** Returns whether a link works, by the clock of this browser. */
export function isValid({ revokedAt, expiresAt }: InspectionLink, now: number): boolean {
  return revokedAt === null && expiresAt.getTime() > now
}

/** Writes the state of a link, and how often it was opened. */
export function linkWords(link: InspectionLink, now: number): string {
  const { revokedAt, expiresAt, openings, lastOpenedAt } = link
  const state = isValid(link, now)
    ? `Valid until ${shownInstant(expiresAt)}`
    : revokedAt
      ? `Revoked ${shownInstant(revokedAt)}`
      : `Expired ${shownInstant(expiresAt)}`
  const opened = lastOpenedAt
    ? `opened ${counted(openings, 'time')}, last ${shownInstant(lastOpenedAt)}`
    : 'not opened yet'
  return `${state}, ${opened}`
}
