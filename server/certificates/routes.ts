import * as certificates from '#contract/certificates.ts'
import { getEmailLogs } from '#contract/mails.ts'
import { shownDates } from '#contract/slots.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import type { Gate } from '#server/platform/http/serve.ts'
import { serve, serveFile } from '#server/platform/http/serve.ts'
import type { Services } from '#server/services.ts'
import { certificateContent } from './certificate-content.ts'
import type { CertificatePrinter } from './certificate-pdf.ts'
import { issueCertificate, sendCertificate } from './certificates.ts'
import { findCertificate, findEmailLogs } from './queries.ts'

export function serveCertificates(gate: Gate, services: Services, printer: CertificatePrinter): void {
  serve(gate, certificates.getCertificate, async ({ params }) => {
    const certificate = await getCertificate(services, params.code)
    return {
      valid: true as const,
      name: certificate.personName,
      event: certificate.eventName,
      focus: certificate.focusName,
      date: shownDates(certificate),
      hours: certificate.hours,
      issuedAt: certificate.issuedAt.toISOString(),
      serial: certificate.serial,
    }
  })
  serveFile(gate, certificates.getCertificatePdf, async ({ params, reply }) => {
    const certificate = await getCertificate(services, params.code)
    const pdf = await printer.draw(certificateContent(certificate, services.config, params.code))
    return reply
      .type('application/pdf')
      .header('content-disposition', `attachment; filename="certificate-${certificate.serial}.pdf"`)
      .header('cache-control', 'private, no-cache')
      .send(Buffer.from(pdf))
  })
  serve(gate, certificates.generateCertificate, async ({ caller, body }) => ({
    link: await issueCertificate(services, body.registrationId, body.hours, caller.userId),
  }))
  serve(gate, certificates.sendCertificate, async ({ caller, body }) => {
    await sendCertificate(services, body.registrationId, caller.userId)
    return {}
  })
  serve(gate, getEmailLogs, async ({ query }) => ({
    emailLogs: await findEmailLogs(services, query.registration_id),
  }))
}

async function getCertificate(services: Services, code: string) {
  const certificate = await findCertificate(services.db, code)
  if (!certificate) throw new Refusal('CERTIFICATE_NOT_FOUND')
  return certificate
}
