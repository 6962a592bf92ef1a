import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { longest, searchLine } from '#contract/core/fields.ts'
import { wireDate } from '#contract/core/plain-dates.ts'
import { instant } from '#contract/core/wire.ts'

/** A certificate that another training provider issued. The portal counts its hours, and never signs it. */
export const EarlierCertificate = z.object({
  number: z.string(),
  issuer: z.string(),
  /** The course; '' if unknown. */
  title: z.string(),
  /** The days of the training, all in one renewal year. */
  days: z.array(wireDate),
  hours: z.int(),
  /** The time of its import. */
  recordedAt: instant(),
})
export type EarlierCertificate = z.output<typeof EarlierCertificate>

/** A certificate of a person, for them and administrators. */
export const HeldEarlierCertificate = z.extend(EarlierCertificate, {
  /** False: one of its days counts already, as credit of the portal or in another certificate. */
  isCounted: z.boolean(),
})
export type HeldEarlierCertificate = z.output<typeof HeldEarlierCertificate>

export const getOwnEarlierCertificates = endpoint({
  route: 'GET /private/earlier-certificates',
  access: 'user',
  summary: 'The certificates of the signed-in person that other training providers issued, newest first.',
  data: z.object({ certificates: z.array(HeldEarlierCertificate) }),
})

export const findEarlierCertificates = endpoint({
  route: 'GET /public/earlier-certificates',
  access: 'public',
  summary:
    "The certificates of other training providers with a number, as recorded here. Numbers can be guessed, so the answer names no person. The portal's own certificates are found by their code.",
  query: z.object({ number: searchLine().check(z.minLength(1), z.maxLength(longest.line)) }),
  data: z.object({ certificates: z.array(EarlierCertificate) }),
  limit: { perAddress: 120 },
})
