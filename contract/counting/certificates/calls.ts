import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { linkCode, longest, optionalLine, yearText } from '#contract/core/fields.ts'
import { paths } from '#contract/core/paths.ts'
import { id, instant, numberText, readVersion } from '#contract/core/wire.ts'
import { handFields, handRefusals } from '#contract/ledger/credits/calls.ts'
import { CreditedDays } from '#contract/ledger/credits/credited-days.ts'
import { Hours } from '#contract/ledger/credits/rules.ts'

export const certificateMessages = {
  generated: 'Certificate generated successfully',
  notGenerated: 'Certificate cannot be generated',
  withdrawn: 'Certificate withdrawn',
  sent: 'Certificate sent successfully',
} as const

/** The media type of a signed credential. Source: Securing Verifiable Credentials using JOSE and COSE, section 6.1.1. */
export const credentialType = 'application/vc+jwt'

/**
 * The years that we keep deleted accounts' certificates and attendance reports: a training provider must
 * prove attendance.
 */
export const yearsKept = 3

const Code = z.object({ code: linkCode })

export const Certificate = z.object({
  /** false: withdrawn. */
  valid: z.boolean(),
  name: z.string(),
  event: z.string(),
  focus: z.string(),
  /** '09 Mar 2027 – 10 Mar 2027': the first and last day with hours. */
  date: z.string(),
  hours: z.int(),
  /** The days of the hours. Empty if issued before days were stored; `date` is then the slot's. */
  days: CreditedDays,
  issuedAt: instant(),
  serial: z.string(),
  withdrawnAt: z.nullable(instant()),
  /** Earlier issues under the same link, newest first. */
  replaced: z.array(z.object({ serial: z.string(), issuedAt: instant() })),
  /** false: its credential is not signed yet. */
  hasCredential: z.boolean(),
})
export type Certificate = z.output<typeof Certificate>

export const getCertificate = endpoint({
  route: 'GET /public/certificates/:code',
  access: 'public',
  summary: 'The facts of a certificate, for anyone who has its link.',
  params: Code,
  data: Certificate,
  limit: { perAddress: 300 },
  refusals: ['CERTIFICATE_NOT_FOUND'],
})

export const getCertificatePdf = endpoint({
  route: 'GET /public/certificates/:code/pdf',
  access: 'public',
  summary: 'The certificate as a one-page PDF.',
  params: Code,
  file: 'application/pdf',
  limit: { perAddress: 300 },
  refusals: ['CERTIFICATE_NOT_FOUND', 'CERTIFICATE_WITHDRAWN'],
})

export const getCertificateCredential = endpoint({
  route: 'GET /public/certificates/:code/credential',
  access: 'public',
  summary:
    'The certificate as a signed Open Badges 3.0 credential (a compact JWS), which verifies without this portal’s help but for its keys and its status list.',
  params: Code,
  file: credentialType,
  limit: { perAddress: 300 },
  refusals: ['CERTIFICATE_NOT_FOUND', 'CERTIFICATE_WITHDRAWN'],
})

export const getCredentialStatus = endpoint({
  route: 'GET /public/credential-status/:list',
  access: 'public',
  summary:
    'A signed status list (a compact JWS): which credentials were withdrawn or replaced. It is valid for a minute.',
  params: z.object({ list: numberText('A status list has a number', { min: 0, max: 16_383 }) }),
  file: credentialType,
  limit: { perAddress: 300 },
  refusals: ['CERTIFICATE_NOT_FOUND'],
})

export const getYearCertificates = endpoint({
  route: 'GET /private/certificates/:season/pdf',
  access: 'user',
  summary:
    "The signed-in person's renewal file of the two-year period in which a renewal year lies: one PDF with a list of the hours of both years and every certificate.",
  params: z.object({ season: yearText }),
  file: 'application/pdf',
  refusals: ['CERTIFICATE_NOT_FOUND', 'CERTIFICATE_WITHDRAWN'],
})

export const generateCertificate = endpoint({
  route: 'POST /private/generate-registration-certificate',
  access: 'credits:write',
  summary:
    'Credits hours and issues the certificate. Other hours issue a new one under the same link; 0 withdraws it.',
  body: z.object({
    registrationId: id(),
    hours: Hours,
    reason: z.optional(optionalLine(longest.line)),
    ...handFields,
    version: readVersion,
  }),
  /** `version`: of the registration. `link`: '' while the certificate waits for a printable name. */
  data: z.object({ link: z.string(), version: z.int() }),
  refusals: [
    'REGISTRATION_NOT_FOUND',
    'CHANGED_MEANWHILE',
    'HOURS_ZERO',
    'PROFILE_INCOMPLETE',
    ...handRefusals,
    'PROVIDER_INCOMPLETE',
  ],
})

export const issueCertificate = endpoint({
  route: 'POST /private/issue-certificate',
  access: 'credits:write',
  summary:
    'Issues the certificate of the credited hours again if it would say something else now, such as another name.',
  body: z.object({ registrationId: id() }),
  data: z.object({ link: z.string() }),
  refusals: ['REGISTRATION_NOT_FOUND', 'PROVIDER_INCOMPLETE', 'NAME_NOT_PRINTABLE'],
})

export const sendCertificate = endpoint({
  route: 'POST /private/send-cert-email',
  access: 'credits:write',
  summary: 'Emails the certificate to its holder.',
  body: z.object({ registrationId: id() }),
  data: z.object({}),
  refusals: ['REGISTRATION_NOT_FOUND', 'CERTIFICATE_MISSING', 'PROVIDER_INCOMPLETE', 'NAME_NOT_PRINTABLE'],
})

/** Returns the link that serves a certificate without sign-in; null if there is none. */
export function certificateLink(publicUrl: string, code: string): string
export function certificateLink(publicUrl: string, code: string | null): string | null
export function certificateLink(publicUrl: string, code: string | null): string | null {
  return code === null ? null : publicUrl + paths.certificate({ code })
}
