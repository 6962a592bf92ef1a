import type { FastifyReply } from 'fastify'
import * as certificates from '#contract/certificates.ts'
import { getEmailLogs } from '#contract/mails.ts'
import { seasonLabel } from '#contract/season.ts'
import { creditHours } from '#server/credits/credits.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import type { Gate } from '#server/platform/http/serve.ts'
import { serve, serveFile } from '#server/platform/http/serve.ts'
import type { Services } from '#server/services.ts'
import { write } from '#server/work.ts'
import { certificateContent, certificateFacts } from './certificate-content.ts'
import type { CertificatePrinter } from './certificate-pdf.ts'
import { issueCertificate } from './certificates.ts'
import { findCertificateCodes, findEmailLogs, getCertificate } from './queries.ts'
import { sendCertificate } from './send-certificate.ts'

export function serveCertificates(gate: Gate, services: Services, printer: CertificatePrinter): void {
  const { db, config } = services
  serve(gate, certificates.getCertificate, async ({ params }) =>
    certificateFacts(await getCertificate(db, params.code)),
  )
  serveFile(gate, certificates.getCertificatePdf, async ({ params: { code }, reply }) => {
    const certificate = await getCertificate(db, code)
    const pdf = await printer.draw(certificateContent(certificate, config, code))
    return sendPdf(reply, pdf, `certificate-${certificate.serial}`)
  })
  serveFile(gate, certificates.getYearCertificates, async ({ caller, params: { season }, reply }) => {
    const codes = await findCertificateCodes(db, caller.userId, season)
    const [first, ...others] = await Promise.all(
      codes.map(async (code) => certificateContent(await getCertificate(db, code), config, code)),
    )
    if (!first) throw new Refusal('CERTIFICATE_NOT_FOUND')
    return sendPdf(reply, await printer.draw([first, ...others]), `certificates-${seasonLabel(season)}`)
  })
  // Whoever waits for the link gets the certificate with the credit; its job then finds it issued.
  serve(gate, certificates.generateCertificate, ({ caller, body }) =>
    write(services, caller, async (work) => {
      const version = await creditHours(work, { ...body, source: 'administrator' })
      return { link: await issueCertificate(work, body.registrationId), version }
    }),
  )
  serve(gate, certificates.sendCertificate, ({ caller, body }) =>
    write(services, caller, async (work) => void (await sendCertificate(work, body.registrationId))),
  )
  serve(gate, getEmailLogs, async ({ query }) => ({
    emailLogs: await findEmailLogs(services, query.registrationId),
  }))
}

function sendPdf(reply: FastifyReply, pdf: Uint8Array, name: string): FastifyReply {
  return reply
    .type('application/pdf')
    .header('content-disposition', `attachment; filename="${name}.pdf"`)
    .header('cache-control', 'private, no-cache')
    .send(Buffer.from(pdf))
}
