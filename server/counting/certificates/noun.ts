import type { FastifyReply } from 'fastify'
import { paths } from '#contract/core/paths.ts'
import { easternDay } from '#contract/core/season.ts'
import * as certificates from '#contract/counting/certificates/calls.ts'
import { shownByDay } from '#contract/events/slots/hours-by-day.ts'
import { shownDates } from '#contract/events/slots/times.ts'
import { getEmailLogs } from '#contract/foundation/mails/calls.ts'
import { previewProvider } from '#contract/foundation/training-providers/calls.ts'
import * as credits from '#contract/ledger/credits/calls.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import { serve, serveFile } from '#server/core/http/serve.ts'
import { shownInstant } from '#server/core/mail/shown-instant.ts'
import { rotateSigningKey } from '#server/foundation/signing-keys/signing-keys.ts'
import { readSignature } from '#server/foundation/training-providers/training-provider-signature.ts'
import { releaseHours } from '#server/ledger/credits/credits.ts'
import { aboutRegistration, forDays, job, minute, noun } from '#server/noun.ts'
import { personalData } from '#server/personal.ts'
import { serveWrite } from '#server/work.ts'
import { certificateFacts, drawableCertificate } from './certificate-content.ts'
import { tellCorrection } from './certificate-corrections.ts'
import { renewalFile } from './certificate-filed-years.ts'
import { generateCertificate, issueOrAsk } from './certificate-name.ts'
import { openCertificatePrinter } from './certificate-pdf.ts'
import { specimenOf } from './certificate-specimen.ts'
import { cachedSeconds, openStatusLists } from './certificate-status.ts'
import { issueCertificate } from './certificates.ts'
import { issueCredited, issueNamed, mailCredited } from './jobs.ts'
import { leaveCertificates } from './leave-certificates.ts'
import { findCertificates, findEmailLogs, findIssues, getCertificate } from './queries.ts'
import { sendCertificate } from './send-certificate.ts'
import { signOlder } from './sign-certificate.ts'

declare module '#server/personal.ts' {
  interface RecordParts {
    certificates: Awaited<ReturnType<typeof findIssues>>
  }
}

declare module '#server/jobs.ts' {
  interface Jobs {
    'issue-certificate': { registrationId: number }
    'issue-named': { userId: string; isUnmailed?: boolean }
    'mail-certificate': { registrationId: number; notes: string }
    /** Signs certificates from before credentials existed, and replaces the signing key once a year. */
    'sign-certificates': Record<string, never>
    /** Emails a person about a withdrawn or corrected certificate, if the last one was emailed. */
    'tell-correction': { registrationId: number }
  }
}

export default noun({
  calls: [certificates],
  serve(gate, services) {
    const printer = openCertificatePrinter({ giveWay: () => services.rush.over() })
    gate.app.addHook('onClose', () => printer.close())
    const { db, config, clock } = services
    serve(gate, certificates.getCertificate, async ({ params }) =>
      certificateFacts(await getCertificate(db, params.code)),
    )
    serveFile(gate, certificates.getCertificatePdf, async ({ params: { code }, reply }) => {
      const content = await drawableCertificate(services, code)
      return sendPdf(reply, await printer.draw(content), `certificate-${content.serial}`)
    })
    serveFile(gate, certificates.getCertificateCredential, async ({ params: { code }, reply }) => {
      const { credential, serial, withdrawnAt } = await getCertificate(db, code)
      if (withdrawnAt) throw new Refusal('CERTIFICATE_WITHDRAWN')
      if (!credential) throw new Refusal('CERTIFICATE_NOT_FOUND')
      return reply
        .type(certificates.credentialType)
        .header('cache-control', 'no-cache')
        .header('content-disposition', `attachment; filename="certificate-${serial}.jwt"`)
        .send(credential)
    })
    const statusList = openStatusLists(services)
    serveFile(gate, certificates.getCredentialStatus, async ({ params: { list }, reply }) => {
      const jws = await statusList(list)
      return reply
        .type(certificates.credentialType)
        .header('access-control-allow-origin', '*')
        .header('cache-control', `public, max-age=${cachedSeconds}`)
        .send(jws)
    })
    serveFile(gate, certificates.getYearCertificates, async ({ caller, params: { season }, reply }) => {
      const file = await renewalFile(services, caller.userId, season)
      return sendPdf(reply, await printer.draw(file), `ia-renewal-file-${file.period}`)
    })
    serveFile(gate, previewProvider, async ({ body: { courseNumber, ...trainingProvider }, reply }) => {
      const signature = await readSignature(db, trainingProvider.signature)
      const day = easternDay(clock())
      const words = specimenOf(trainingProvider, { day, courseNumber, publicUrl: config.publicUrl })
      const pdf = await printer.draw({ ...words, ...(signature && { signature }) })
      return sendPdf(reply, pdf, 'certificate-specimen', 'no-store')
    })
    serveWrite(gate, services, certificates.generateCertificate, generateCertificate)
    serveWrite(gate, services, certificates.issueCertificate, async (work, { registrationId }) => ({
      link: await issueCertificate(work, registrationId, { isAskedFor: true }),
    }))
    serveWrite(gate, services, credits.releaseHours, async (work, body) => {
      const released = await releaseHours(work, body)
      await issueOrAsk(work, body.registrationId)
      return released
    })
    serveWrite(gate, services, certificates.sendCertificate, async (work, body) => {
      await sendCertificate(work, body.registrationId)
    })
    serve(gate, getEmailLogs, async ({ query }) => ({
      emailLogs: await findEmailLogs(services, query.registrationId),
    }))
  },
  jobs: [
    job('issue-certificate', {
      verb: issueCredited,
      follows: { credited: aboutRegistration(), 'hours-released': aboutRegistration() },
      ...forDays,
      expireInSeconds: 5 * minute,
      atOnce: 4,
    }),
    job('issue-named', { verb: issueNamed, ...forDays }),
    job('mail-certificate', {
      verb: mailCredited,
      follows: {
        credited: ({ registrationId, details, mailsCertificate }) =>
          registrationId !== undefined && mailsCertificate
            ? [{ data: { registrationId, notes: details?.reason ?? '' } }]
            : [],
      },
      ...forDays,
      expireInSeconds: 5 * minute,
      atOnce: 4,
    }),
    job('sign-certificates', {
      async verb(work) {
        await rotateSigningKey(work)
        await signOlder(work)
      },
      expireInSeconds: 5 * minute,
      cron: '*/5 * * * *',
    }),
    job('tell-correction', { verb: tellCorrection, ...forDays, expireInSeconds: 5 * minute, atOnce: 4 }),
  ],
  personal: {
    data: [
      personalData({
        key: 'certificates',
        title: 'Certificates',
        read: async ({ db, config }, { userId }) => {
          const found = await findCertificates({ db, config }, userId)
          return found.map((certificate) => ({
            ...certificate,
            verification: config.publicUrl + paths.certificateVerification({ code: certificate.code }),
          }))
        },
        columns: {
          Event: 'eventName',
          When: ({ byDay, ...dates }) => (byDay ? shownByDay(byDay) : shownDates(dates)),
          'Issued to': 'personName',
          Hours: 'hours',
          Issued: ({ issuedAt, isWithdrawn }) =>
            shownInstant(issuedAt) + (isWithdrawn ? ', withdrawn since' : ''),
          Serial: 'serial',
          Code: 'code',
          Links: ({ link, verification, code, credential }) => {
            const path = `/api${certificates.getCertificateCredential.path.replace(':code', code)}`
            return [
              { label: 'Download', url: link },
              { label: 'Verify', url: verification },
              ...(credential ? [{ label: 'Credential', url: new URL(path, verification).href }] : []),
            ]
          },
        },
      }),
    ],
    record: { certificates: (services, { userId }) => findIssues(services, userId) },
    forget: leaveCertificates,
    // The name of the surviving account may be printable.
    handOver: (work, { to }) => issueNamed(work, { userId: to }),
  },
})

function sendPdf(
  reply: FastifyReply,
  pdf: Uint8Array,
  name: string,
  cacheControl = 'private, no-cache',
): FastifyReply {
  return reply
    .type('application/pdf')
    .header('content-disposition', `attachment; filename="${name}.pdf"`)
    .header('cache-control', cacheControl)
    .send(Buffer.from(pdf))
}
