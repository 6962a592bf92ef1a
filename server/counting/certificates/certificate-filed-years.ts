import { sum } from '#contract/core/numbers.ts'
import { shownDate } from '#contract/core/plain-dates.ts'
import {
  deadlineOf,
  easternDay,
  seasonLabel,
  seasonOfDay,
  twoYearsLabel,
  twoYearsOf,
} from '#contract/core/season.ts'
import type { HeldEarlierCertificate } from '#contract/counting/earlier-certificates/calls.ts'
import { shownDayHours } from '#contract/events/slots/hours-by-day.ts'
import { hoursNeeded } from '#contract/registrations/registrations/renewal-years.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import { findEarlierCertificatesOf } from '#server/counting/earlier-certificates/queries.ts'
import type { Services } from '#server/services.ts'
import { drawableCertificate } from './certificate-content.ts'
import type { CertificateContent, FiledRow, RenewalFile } from './certificate-pdf.ts'
import { findFiledCertificates } from './queries.ts'

/**
 * Returns a person's renewal file for the two-year period of a renewal year, ready to print. Refuses with
 * CERTIFICATE_NOT_FOUND without hours in it, or CERTIFICATE_WITHDRAWN.
 */
export async function renewalFile(
  services: Pick<Services, 'db' | 'config' | 'clock'>,
  userId: string,
  season: number,
): Promise<RenewalFile> {
  const seasons = twoYearsOf(season)
  const found = await findFiledCertificates(services.db, userId, seasons)
  const filed = await Promise.all(
    found.map(async ({ code, hoursInYears }) => ({
      ...(await drawableCertificate(services, code)),
      hoursInYears,
    })),
  )
  const [first, ...others] = filed
  if (!first) throw new Refusal('CERTIFICATE_NOT_FOUND')
  const earlier = await findEarlierCertificatesOf(services.db, userId)
  return {
    period: twoYearsLabel(season),
    madeOn: shownDate(easternDay(services.clock())),
    renewedIn: `March ${seasons[1]}`,
    hoursNeeded,
    years: seasons.map((year, place) => ({
      renewalYear: seasonLabel(year),
      deadline: shownDate(deadlineOf(year)),
      rows: [
        ...filed.flatMap((certificate) => rowOf(certificate, year, certificate.hoursInYears[place] ?? 0)),
        ...earlier.flatMap((certificate) => earlierRowOf(certificate, year)),
      ],
    })),
    certificates: [first, ...others],
  }
}

/**
 * Returns a certificate's row in a renewal year; undefined without hours in it. `planned`: its hours there if
 * it names no days.
 */
function rowOf(certificate: CertificateContent, season: number, planned: number): FiledRow[] {
  const { eventName, format, serial, dates, byDay } = certificate
  const days = byDay?.filter(({ on }) => seasonOfDay(on) === season)
  const hours = days ? sum(days.map((day) => day.hours)) : planned
  return hours > 0 ? [{ eventName, format, serial, hours, days: days ? shownDayHours(days) : [dates] }] : []
}

/** Returns the row of a certificate that another training provider issued, if it counts. Its own paper proves it. */
function earlierRowOf(
  { number, issuer, title, days, hours, isCounted }: HeldEarlierCertificate,
  season: number,
): FiledRow[] {
  if (!isCounted || !days.some((day) => seasonOfDay(day) === season)) return []
  const eventName = title ? `${title} (${issuer})` : issuer
  return [{ eventName, format: 'Issued elsewhere', serial: number, hours, days: days.map(shownDate) }]
}
