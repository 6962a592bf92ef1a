import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id, longest } from './fields.ts'
import type { RefusalCode } from './refusals.ts'

/** Hours an administrator can credit; 0 issues nothing. */
export const creditableHours = [0, 1, 2, 3, 4, 5, 6, 7, 8] as const

export const certificateMessages = {
  generated: 'Certificate generated successfully',
  notGenerated: 'Certificate cannot be generated',
  sent: 'Certificate sent successfully',
} as const

const incompleteLink = 'This link is incomplete'

const Code = z.object({
  /** 128 random bits, base64url. One cut short is simply not found, so its length is not judged here. */
  code: z
    .string({ error: incompleteLink })
    .check(
      z.maxLength(longest.code, { error: incompleteLink }),
      z.regex(/^[\w-]+$/, { error: incompleteLink }),
    ),
})

export const Certificate = z.object({
  valid: z.literal(true),
  name: z.string(),
  event: z.string(),
  focus: z.string(),
  /** '09 Mar 2027 – 10 Mar 2027' */
  date: z.string(),
  hours: z.number(),
  issuedAt: z.string(),
  serial: z.string(),
})
export type Certificate = z.infer<typeof Certificate>

export const getCertificate = endpoint({
  method: 'GET',
  path: '/public/certificates/:code',
  access: 'public',
  summary: 'What a certificate certifies, for anybody who has its link.',
  params: Code,
  data: Certificate,
  limit: { perAddress: 300 },
  refusals: ['CERTIFICATE_NOT_FOUND'],
})

export const getCertificatePdf = endpoint({
  method: 'GET',
  path: '/public/certificates/:code/pdf',
  access: 'public',
  summary: 'The certificate as a one-page PDF.',
  params: Code,
  file: 'application/pdf',
  limit: { perAddress: 300 },
  refusals: ['CERTIFICATE_NOT_FOUND'],
})

export const generateCertificate = endpoint({
  method: 'POST',
  path: '/private/generate-registration-certificate',
  access: 'admin',
  summary: 'Credits hours and issues the certificate. Other hours replace what the same link serves.',
  body: z.object({
    registrationId: id(),
    hours: z
      .int({ error: 'Hours are a whole number from 0 to 8' })
      .check(
        z.minimum(0, { error: 'Hours are a whole number from 0 to 8' }),
        z.maximum(8, { error: 'Hours are a whole number from 0 to 8' }),
      ),
  }),
  data: z.object({ link: z.string() }),
  refusals: ['REGISTRATION_NOT_FOUND', 'HOURS_ZERO'],
})

export const sendCertificate = endpoint({
  method: 'POST',
  path: '/private/send-cert-email',
  access: 'admin',
  summary: 'Mails the certificate to its holder.',
  body: z.object({ registrationId: id() }),
  data: z.object({}),
  refusals: ['REGISTRATION_NOT_FOUND', 'CERTIFICATE_MISSING'],
})

/** Why no certificate can be issued, or undefined: 0 clears nothing and issues nothing. */
export function issueRefusal(hours: number): RefusalCode | undefined {
  return hours === 0 ? 'HOURS_ZERO' : undefined
}

/** Where a certificate is fetched without sign-in; null while there is none. */
export function certificateLink(publicUrl: string, code: string): string
export function certificateLink(publicUrl: string, code: string | null): string | null
export function certificateLink(publicUrl: string, code: string | null): string | null {
  return code === null ? null : `${publicUrl}/download?certificate=${code}`
}
