import { paths } from '#contract/core/paths.ts'
import type { PlainDate } from '#contract/core/plain-dates.ts'
import { shownDate } from '#contract/core/plain-dates.ts'
import type { Provider } from '#contract/training-providers/calls.ts'
import type { CertificateWords } from './page.ts'

const serial = 'SPECIMEN'

/** What a certificate of this provider would say to somebody made up, issued on a day; nothing is found under its code. */
export function specimenOf(
  { name, contact, signatoryName, signatoryTitle }: Provider,
  { day, courseNumber, publicUrl }: { day: PlainDate; courseNumber: string; publicUrl: string },
): CertificateWords {
  return {
    serial,
    personName: 'Sample Person',
    eventName: 'Sample IA Renewal Series',
    focusName: 'Sample',
    dates: shownDate(day),
    hours: 8,
    format: 'Live webinar',
    provider: { name, contact },
    signatory: { name: signatoryName, title: signatoryTitle },
    issuedOn: shownDate(day),
    verifyUrl: publicUrl + paths.certificateVerification({ code: serial }),
    courseNumber,
  }
}
