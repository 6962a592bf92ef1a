import * as z from 'zod/mini'
import { longest, optionalLine } from '#contract/core/fields.ts'
import { epoch, flag } from '#contract/core/wire.ts'

const aopMember = z.enum(['YES', 'NO', 'NO_INPUT'], { error: 'Has to be YES, NO or NO_INPUT' })

/** An association's number: any short line, because no association publishes a format; '': none. */
export const MembershipNumber = z.nullable(optionalLine(longest.membership))

/** A person's answers in `User`: our names to the wire's. */
export const membershipFields = {
  isAopMember: aopMember,
  aopaNumber: z.nullable(z.string()),
  aopaSkipped: z.boolean(),
  nbaaNumber: z.nullable(z.string()),
  nbaaSkipped: z.boolean(),
  vaiNumber: z.nullable(z.string()),
  vaiSkipped: z.boolean(),
  /** Only older servers send it. */
  aopNumber: z.optional(z.nullable(z.string())),
}
export const membershipNames = {
  isAopMember: 'is_aop_member',
  aopaNumber: 'aopa_number',
  aopaSkipped: 'aopa_skipped',
  nbaaNumber: 'nbaa_number',
  nbaaSkipped: 'nbaa_skipped',
  vaiNumber: 'vai_number',
  vaiSkipped: 'vai_skipped',
  aopNumber: 'aop_number',
} as const

/**
 * The consent texts: for people, for withdrawal, and for administrators who answer for someone. The shown
 * text is stored with the answer, so never change one: add another.
 */
export const consentTexts = {
  mailingList: 'I agree to be added to the mailing list and to receive news about events and products.',
  release: 'I agree that my registration information may be shared with the sponsors of this event.',
  withdrawal:
    'I withdraw my agreement to be on the mailing list and to sharing my registration information with sponsors.',
  givenFor:
    'On behalf of this person, at their request: they agree to be on the mailing list, and that their registration information may be shared with the sponsors.',
  withdrawnFor:
    'On behalf of this person, at their request: they do not agree to be on the mailing list, nor that their registration information may be shared.',
} as const

/** Fields that older clients send instead of some answers below. */
const olderAnswers = {
  isAopMember: z.optional(aopMember),
  aopNumber: z.optional(MembershipNumber),
  mailingConsentChoice: z.optional(z.nullable(flag())),
}
type OlderAnswers = { [Name in keyof typeof olderAnswers]?: z.output<(typeof olderAnswers)[Name]> }

/** Answers about memberships and the mailing list in requests. Absent ones stay. */
export const membershipAnswers = {
  aopaNumber: z.optional(MembershipNumber),
  aopaSkipped: z.optional(flag()),
  nbaaNumber: z.optional(MembershipNumber),
  nbaaSkipped: z.optional(flag()),
  vaiNumber: z.optional(MembershipNumber),
  vaiSkipped: z.optional(flag()),
  hasGivenMailingConsent: z.optional(z.nullable(flag())),
  mailingConsentTimestamp: z.optional(z.nullable(epoch())),
  ...olderAnswers,
}

/** Returns a schema for a payload with those answers. Converts older clients' fields; current ones win. */
/* @__NO_SIDE_EFFECTS__ */
export function withAnswers<Payload extends z.ZodMiniType<OlderAnswers>>(payload: Payload) {
  return z.codec(payload, z.custom<Omit<z.output<Payload>, keyof OlderAnswers>>(), {
    decode: (sent) => readOlder(sent as OlderAnswers) as never,
    encode: (answers) => answers as never,
  })
}

function readOlder({ isAopMember, aopNumber, mailingConsentChoice, ...answers }: OlderAnswers): object {
  return {
    ...(isAopMember === 'YES' && aopNumber !== undefined && { aopaNumber: aopNumber }),
    ...(isAopMember === 'NO' && { aopaSkipped: true }),
    ...(mailingConsentChoice !== undefined && { hasGivenMailingConsent: mailingConsentChoice }),
    ...answers,
  }
}
