import { ended } from '#contract/core/names.ts'
import { paths } from '#contract/core/paths.ts'
import type { PlainDate } from '#contract/core/plain-dates.ts'
import { shownDate } from '#contract/core/plain-dates.ts'
import { easternInstant } from '#contract/core/season.ts'
import { shownHours } from '#contract/events/events/facts.ts'
import type { Credential } from '#server/foundation/signing-keys/signing-keys.ts'
import { identityHashOf } from './certificate-holder.ts'

export interface CredentialFacts {
  did: string
  publicUrl: string
  certificateId: number
  code: string
  serial: string
  /** As printed on this issue. */
  personName: string
  email: string
  /** Hashed with the email, so that nobody can guess the email from its hash. */
  salt: string
  eventName: string
  startOn: PlainDate
  endOn: PlainDate
  hours: number
  issuedAt: Date
  providerName: string
  courseNumber: string | null
  /** The version of the rule that gave the hours; null for manual hours. */
  rule: string | null
  /** Each day's hours in words. Empty for manual hours from before days were stored. */
  days: { on: PlainDate; words: string }[]
}

/** The credentials in a status list: the standard's minimum, so that a place in it reveals nobody. */
export const mostInList = 131_072

/** Returns the address of a certificate's status list. */
export function statusListOf(publicUrl: string, certificateId: number): string {
  return `${publicUrl}/api/public/credential-status/${Math.floor(certificateId / mostInList)}`
}

/** Returns an Open Badges 3.0 credential. Sources: Open Badges 3.0, section B; Verifiable Credentials 2.0. */
export function credentialOf(facts: CredentialFacts): Credential {
  const { did, publicUrl, certificateId, code, serial, personName, email, salt, eventName, hours } = facts
  const link = publicUrl + paths.certificateVerification({ code })
  const list = statusListOf(publicUrl, certificateId)
  const index = String(certificateId % mostInList)
  return {
    '@context': [
      'https://www.w3.org/ns/credentials/v2',
      'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json',
    ],
    id: `${link}#${serial}`,
    type: ['VerifiableCredential', 'OpenBadgeCredential'],
    issuer: { id: did, type: ['Profile'], name: facts.providerName, url: publicUrl },
    validFrom: facts.issuedAt,
    name: `${eventName}: ${shownHours(hours)}`,
    credentialSubject: {
      // Different for each certificate, so that nobody can track a person by it.
      id: `${link}#holder`,
      type: ['AchievementSubject'],
      identifier: [
        {
          type: 'IdentityObject',
          hashed: true,
          identityHash: identityHashOf(email, salt),
          identityType: 'emailAddress',
          salt,
        },
        // Plain, as on the certificate, so that the signature covers the printed name.
        { type: 'IdentityObject', hashed: false, identityHash: personName, identityType: 'name' },
      ],
      activityStartDate: easternInstant(facts.startOn, '00:00').toISOString(),
      activityEndDate: easternInstant(facts.endOn, '23:59').toISOString(),
      creditsEarned: hours,
      achievement: {
        id: `${link}#achievement`,
        type: ['Achievement'],
        achievementType: 'CertificateOfCompletion',
        name: eventName,
        ...(facts.courseNumber && { humanCode: facts.courseNumber }),
        description: `Refresher training for holders of an Inspection Authorization, 14 CFR 65.93(a)(4), by ${ended(facts.providerName)}`,
        criteria: { narrative: criteriaOf(facts) },
      },
    },
    evidence: evidenceOf(facts, link),
    credentialStatus: {
      id: `${list}#${index}`,
      type: 'BitstringStatusListEntry',
      statusPurpose: 'revocation',
      statusListIndex: index,
      statusListCredential: list,
    },
  }
}

function criteriaOf({ rule }: CredentialFacts) {
  return rule
    ? `The hours were counted from attendance by the rule ${rule}.`
    : 'An administrator of the training provider has confirmed the hours.'
}

function evidenceOf({ days, serial, hours, rule }: CredentialFacts, link: string): object[] {
  const about = { type: ['Evidence'], genre: 'attendance' }
  const by = rule ? `by the rule ${rule}` : 'confirmed by an administrator'
  if (days.length === 0) {
    return [{ id: link, ...about, name: serial, narrative: `${shownHours(hours)}, ${by}.` }]
  }
  return days.map((day) => ({
    id: `${link}#${day.on}`,
    ...about,
    name: shownDate(day.on),
    narrative: `${day.words}, ${by}.`,
  }))
}
