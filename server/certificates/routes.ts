import * as certificates from '#contract/certificates.ts'
import { getEmailLogs } from '#contract/mails.ts'
import { creditHours } from '#server/credits/credits.ts'
import type { Gate } from '#server/platform/http/serve.ts'
import { serve, serveFile } from '#server/platform/http/serve.ts'
import type { Services } from '#server/services.ts'
import { write } from '#server/work.ts'
import { certificateContent, certificateFacts } from './certificate-content.ts'
import type { CertificatePrinter } from './certificate-pdf.ts'
import { issueCertificate } from './certificates.ts'
import { findEmailLogs, getCertificate } from './queries.ts'
import { sendCertificate } from './send-certificate.ts'

export function serveCertificates(gate: Gate, services: Services, printer: CertificatePrinter): void {
  const { db, config } = services
  serve(gate, certificates.getCertificate, async ({ params }) =>
    certificateFacts(await getCertificate(db, params.code)),
  )
  serveFile(gate, certificates.getCertificatePdf, async ({ params: { code }, reply }) => {
    const certificate = await getCertificate(db, code)
    const pdf = await printer.draw(certificateContent(certificate, config, code))
    return reply
      .type('application/pdf')
      .header('content-disposition', `attachment; filename="certificate-${certificate.serial}.pdf"`)
      .header('cache-control', 'private, no-cache')
      .send(Buffer.from(pdf))
  })
  // Whoever waits for the link gets the certificate with the credit; its job then finds it issued.
  serve(gate, certificates.generateCertificate, ({ caller, body }) =>
    write(services, caller, async (work) => {
      await creditHours(work, { ...body, source: 'administrator' })
      return { link: await issueCertificate(work, body.registrationId) }
    }),
  )
  serve(gate, certificates.sendCertificate, ({ caller, body }) =>
    write(services, caller, (work) => sendCertificate(work, body.registrationId)),
  )
  serve(gate, getEmailLogs, async ({ query }) => ({
    emailLogs: await findEmailLogs(services, query.registrationId),
  }))
}
