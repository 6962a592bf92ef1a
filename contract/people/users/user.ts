import * as z from 'zod/mini'
import { epoch, flag, instant, onWire } from '#contract/core/wire.ts'
import { membershipFields, membershipNames } from './memberships.ts'

/** A person; api.md, "Shapes". */
export const User = onWire(
  {
    userId: 'user_id',
    firstName: 'first_name',
    lastName: 'last_name',
    printedName: 'printed_name',
    unprintableLetters: 'unprintable_letters',
    faaSafetyEmail: 'faa_safety_email',
    companyName: 'company_name',
    registeredAt: 'registered_at',
    hasGivenMailingConsent: 'has_given_mailing_consent',
    mailingConsentAt: 'mailing_consent_timestamp',
    mailingConsentEventName: 'mailing_consent_event_name',
    ...membershipNames,
  },
  {
    userId: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    /** The name on certificates; '' if it is first and last name. */
    printedName: z.string(),
    /** Letters of the certificate name that no font has. Certificates wait while there are any. */
    unprintableLetters: z.string(),
    email: z.string(),
    /** The email of their FAASafety.gov account; '' if it is the email above. Older servers don't send it. */
    faaSafetyEmail: z._default(z.string(), ''),
    state: z.string(),
    zip: z.string(),
    country: z.string(),
    companyName: z.string(),
    /** Dial code, '||', digits; '' if none. */
    phone: z.string(),
    role: z.enum(['user', 'admin']),
    registeredAt: instant(),
    ...membershipFields,
    /** null: never asked. */
    hasGivenMailingConsent: z.nullable(flag()),
    mailingConsentAt: z.nullable(epoch()),
    mailingConsentEventName: z.nullable(z.string()),
    /** Counts changes of the fields above. */
    version: z.int(),
  },
)
export type User = z.output<typeof User>
