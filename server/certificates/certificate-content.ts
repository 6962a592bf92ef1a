import type { Picture } from '@portal/typesetting/picture'
import type { Certificate } from '#contract/certificates/calls.ts'
import { paths } from '#contract/core/paths.ts'
import { shownDate } from '#contract/core/plain-dates.ts'
import { easternDay } from '#contract/core/season.ts'
import { isInPerson, regionOf } from '#contract/events/facts.ts'
import { shownDates } from '#contract/slots/times.ts'
import type { Config } from '#server/config.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import type { CertificateContent } from './certificate-pdf.ts'
import type { IssuedCertificate } from './queries.ts'

/** What is told of a certificate to whoever has its link. */
export function certificateFacts(certificate: IssuedCertificate): Certificate {
  const { personName, eventName, focusName, hours, issuedAt, serial, withdrawnAt, replaced } = certificate
  return {
    valid: withdrawnAt === null,
    name: personName,
    event: eventName,
    focus: focusName,
    date: shownDates(certificate),
    hours,
    issuedAt,
    serial,
    withdrawnAt,
    replaced,
  }
}

/** What is printed: the issued certificate, ready to read, and who signed it. Refuses with CERTIFICATE_WITHDRAWN. */
export function certificateContent(
  certificate: IssuedCertificate,
  { publicUrl, mail }: Config,
  code: string,
  signature?: Picture,
): CertificateContent {
  if (certificate.withdrawnAt) throw new Refusal('CERTIFICATE_WITHDRAWN')
  return {
    serial: certificate.serial,
    personName: certificate.personName,
    eventName: certificate.eventName,
    focusName: certificate.focusName,
    dates: shownDates(certificate),
    hours: certificate.hours,
    format: isInPerson(certificate)
      ? ['In person', regionOf(certificate)].filter(Boolean).join(', ')
      : 'Live webinar',
    provider: { name: certificate.providerName, contact: certificate.contact ?? mail.from },
    signatory: { name: certificate.signatoryName, title: certificate.signatoryTitle },
    issuedOn: shownDate(easternDay(certificate.issuedAt)),
    verifyUrl: publicUrl + paths.certificateVerification({ code }),
    ...(certificate.courseNumber !== null && { courseNumber: certificate.courseNumber }),
    ...(signature && { signature }),
  }
}
