import type { Picture } from '@portal/typesetting/picture'
import { paths } from '#contract/core/paths.ts'
import { shownDate } from '#contract/core/plain-dates.ts'
import { easternDay } from '#contract/core/season.ts'
import type { Certificate } from '#contract/counting/certificates/calls.ts'
import { isInPerson, regionOf } from '#contract/events/events/facts.ts'
import { shownDates } from '#contract/events/slots/times.ts'
import type { Config } from '#server/config.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import { findSignature } from '#server/foundation/training-providers/queries.ts'
import type { Services } from '#server/services.ts'
import type { CertificateContent } from './certificate-pdf.ts'
import type { IssuedCertificate } from './queries.ts'
import { getCertificate } from './queries.ts'

/** Returns a certificate's facts for anyone with its link. */
export function certificateFacts(certificate: IssuedCertificate): Certificate {
  const { personName: name, eventName: event, focusName: focus, withdrawnAt } = certificate
  return {
    ...certificate,
    valid: withdrawnAt === null,
    name,
    event,
    focus,
    date: shownDates(certificate),
    days: certificate.byDay ?? [],
    hasCredential: certificate.credential !== null,
  }
}

/** Returns a link's newest certificate, ready to print. Refuses with CERTIFICATE_NOT_FOUND or CERTIFICATE_WITHDRAWN. */
export async function drawableCertificate(
  { db, config }: Pick<Services, 'db' | 'config'>,
  code: string,
): Promise<CertificateContent> {
  const certificate = await getCertificate(db, code)
  const { signatureHash } = certificate
  const signature = signatureHash ? await findSignature(db, signatureHash) : undefined
  return certificateContent(certificate, config, code, signature)
}

/** Returns an issued certificate, ready to print. Refuses with CERTIFICATE_WITHDRAWN. */
export function certificateContent(
  certificate: IssuedCertificate,
  { publicUrl, mail }: Config,
  code: string,
  signature?: Picture,
): CertificateContent {
  if (certificate.withdrawnAt) throw new Refusal('CERTIFICATE_WITHDRAWN')
  return {
    ...certificate,
    dates: shownDates(certificate),
    format: isInPerson(certificate)
      ? ['In person', regionOf(certificate)].filter(Boolean).join(', ')
      : 'Live webinar',
    contact: certificate.contact ?? mail.from,
    issuedOn: shownDate(easternDay(certificate.issuedAt)),
    verifyUrl: publicUrl + paths.certificateVerification({ code }),
    ...(signature && { signature }),
  }
}
