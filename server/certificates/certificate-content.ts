import { certificateLink } from '#contract/certificates.ts'
import { inPersonFocusId } from '#contract/events.ts'
import { easternDate } from '#contract/season.ts'
import { shownDate, shownDates } from '#contract/slots.ts'
import type { Config } from '#server/config.ts'
import type { CertificateContent } from './certificate-pdf.ts'
import type { IssuedCertificate } from './queries.ts'

const providerName = 'IA Renewal Seminars'
const signatory = { name: 'Course Coordinator', title: 'Authorized representative of the training provider' }

/** What is printed: the issued certificate, ready to read. */
export function certificateContent(
  certificate: IssuedCertificate,
  { publicUrl, mail }: Config,
  code: string,
): CertificateContent {
  const { year, month, day } = easternDate(certificate.issuedAt)
  return {
    serial: certificate.serial,
    personName: certificate.personName,
    eventName: certificate.eventName,
    focusName: certificate.focusName,
    dates: shownDates(certificate),
    hours: certificate.hours,
    format: certificate.focusId === inPersonFocusId ? 'In person, South Carolina' : 'Live webinar',
    provider: { name: providerName, contact: mail.from },
    signatory,
    issuedOn: shownDate(`${String(day).padStart(2, '0')}/${String(month).padStart(2, '0')}/${year}`),
    verifyUrl: `${certificateLink(publicUrl, code)}&view=verification`,
  }
}
