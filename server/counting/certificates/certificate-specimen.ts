import { paths } from '#contract/core/paths.ts'
import type { PlainDate } from '#contract/core/plain-dates.ts'
import { shownDate } from '#contract/core/plain-dates.ts'
import type { Provider } from '#contract/foundation/training-providers/calls.ts'
import type { CertificateContent } from './certificate-pdf.ts'

const serial = 'SPECIMEN'

/** Returns a sample certificate of this training provider, issued on a day. Its link leads nowhere. */
export function specimenOf(
  { name: providerName, contact, signatoryName, signatoryTitle }: Provider,
  { day, courseNumber, publicUrl }: { day: PlainDate; courseNumber: string; publicUrl: string },
): CertificateContent {
  return {
    serial,
    personName: 'Sample Person',
    eventName: 'Sample IA Renewal Series',
    focusName: 'Sample',
    dates: shownDate(day),
    byDay: [{ on: day, hours: 8 }],
    hours: 8,
    format: 'Live webinar',
    providerName,
    contact,
    signatoryName,
    signatoryTitle,
    courseNumber,
    issuedOn: shownDate(day),
    verifyUrl: publicUrl + paths.certificateVerification({ code: serial }),
  }
}
