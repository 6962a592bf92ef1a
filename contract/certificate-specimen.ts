import type { CertificateWords } from './certificate-page.ts'
import { paths } from './paths.ts'
import type { PlainDate } from './plain-dates.ts'
import { shownDate } from './plain-dates.ts'
import type { Provider } from './providers.ts'

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
