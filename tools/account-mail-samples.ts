import type { AdministratorRole } from '#contract/people/administrators/roles.ts'
import type { MailContent } from '#server/core/mail/mail-layout.ts'
import { singleSignOnSettings } from '#server/core/single-sign-on/single-sign-on-config.ts'
import { certificatesLeft } from '#server/counting/certificates/leave-certificates.ts'
import { supportMail } from '#server/foundation/support/mails.ts'
import { absorbedMail, farewellMail, mergedMail, separatedMail } from '#server/office/accounts/mails.ts'
import { invitationMail, invitationNoticeMail, roleChangedMail } from '#server/people/administrators/mails.ts'
import {
  changeUndoneMail,
  confirmEmailMail,
  emailChangedMail,
  newEmailMail,
} from '#server/people/email-changes/mails.ts'
import { noPasswordMail, passwordResetMail, signInMail } from '#server/people/identity/mails.ts'
import { passkeyAddedMail } from '#server/people/passkeys/mails.ts'
import {
  codesRenewedMail,
  factorChangedMail,
  factorOffMail,
  factorOnBesideMail,
  factorOnMail,
  factorResetMail,
  recoveryCodeUsedMail,
  wrongCodesMail,
} from '#server/people/second-factors/mails.ts'
import { registrationsLeft } from '#server/registrations/registrations/leave-registrations.ts'
import { registrationsEnded } from '#server/registrations/registrations/registration-merges.ts'
import { code, publicUrl, sender, virtual } from './mail-sample-facts.ts'

const singleSignOn = singleSignOnSettings<AdministratorRole>({
  OIDC_ISSUER: 'https://login.example.com',
  OIDC_LABEL: 'Microsoft',
  ADMIN_SINGLE_SIGN_ON: 'required',
})
const passwordsOnly = { publicUrl, singleSignOn: undefined }

const user = { firstName: 'Pat', email: 'pat@example.com' }
const left = [{ registration: virtual, attachment: undefined }]
const merge = {
  kept: user,
  absorbed: { firstName: 'Patricia', email: 'patricia@example.org' },
  parts: [registrationsEnded(left)],
  undoableUntil: new Date('2026-12-20T12:00:00Z'),
}
const change = {
  oldEmail: 'pat@example.com',
  newEmail: 'patricia@example.org',
  changedAt: new Date('2026-11-20T20:05:00Z'),
  undoableUntil: new Date('2026-11-27T20:05:00Z'),
}
const mailed = { code, digits: '40718265', minutesValid: 15 }

/** The emails about accounts and sign-in with sample data. */
export const accountMailSamples: Record<string, Record<string, MailContent>> = {
  signInMail: { 'Sign-in': signInMail(publicUrl, mailed, sender) },
  passwordResetMail: { 'New password': passwordResetMail(publicUrl, mailed) },
  noPasswordMail: { 'New password, of somebody who has none': noPasswordMail(publicUrl, mailed, sender) },
  confirmEmailMail: { 'Confirm an email': confirmEmailMail(publicUrl, code) },
  emailChangedMail: { 'Email changed, to the old one': emailChangedMail(publicUrl, code, change) },
  newEmailMail: { 'Email changed by an administrator': newEmailMail(publicUrl, change) },
  changeUndoneMail: { 'Change of email undone': changeUndoneMail(publicUrl, change) },
  invitationNoticeMail: {
    'An invitation, to all administrators': invitationNoticeMail(publicUrl, {
      invited: 'colleague@example.com',
      role: 'viewer',
      inviter: 'chief@example.com',
      invitedAt: new Date('2027-01-20T15:05:00Z'),
    }),
  },
  invitationMail: {
    'Invited as an administrator': invitationMail(passwordsOnly, {
      url: `${publicUrl}/admin/reset-password#code=${code}`,
      hasPassword: true,
      role: 'administrator',
      inviter: 'Sam Example',
    }),
    'Invited, with single sign-on only': invitationMail(
      { publicUrl, singleSignOn },
      { url: undefined, hasPassword: false, role: 'viewer', inviter: 'Sam Example' },
    ),
    'Invited, with a password elsewhere': invitationMail(passwordsOnly, {
      url: undefined,
      hasPassword: true,
      role: 'viewer',
      inviter: undefined,
    }),
  },
  roleChangedMail: {
    'Role changed': roleChangedMail(publicUrl, {
      from: 'administrator',
      to: 'viewer',
      changedBy: 'chief@example.com',
      changedAt: '2027-01-20T15:05:00Z',
    }),
  },
  supportMail: {
    'Support request': supportMail({
      name: 'Pat <b>Example</b>',
      email: 'pat@example.com',
      message: 'Good morning,\n\nhow do I register & where?\n\nPat',
    }),
  },
  passkeyAddedMail: { 'Passkey added': passkeyAddedMail(publicUrl, 'Firefox on Windows') },
  factorOnMail: { 'Two-step verification turned on': factorOnMail(publicUrl) },
  factorOnBesideMail: {
    'Two-step verification turned on after single sign-on': factorOnBesideMail(publicUrl),
  },
  factorOffMail: { 'Two-step verification turned off': factorOffMail(publicUrl) },
  factorResetMail: { 'Two-step verification reset': factorResetMail(publicUrl, 'sam@example.com') },
  factorChangedMail: {
    'Another authenticator app': factorChangedMail(publicUrl, 'app'),
    'Another passkey': factorChangedMail(publicUrl, 'passkey'),
  },
  codesRenewedMail: { 'Recovery codes renewed': codesRenewedMail(publicUrl) },
  recoveryCodeUsedMail: {
    'Recovery code used': recoveryCodeUsedMail(publicUrl, 9),
    'Last recovery code used': recoveryCodeUsedMail(publicUrl, 0),
  },
  wrongCodesMail: { 'Wrong codes of a second factor': wrongCodesMail(publicUrl, 10) },
  mergedMail: { 'Accounts merged, to the one that stays': mergedMail(publicUrl, merge) },
  absorbedMail: { 'Accounts merged, to the other': absorbedMail(publicUrl, merge) },
  separatedMail: { 'Merge undone': separatedMail(publicUrl, user) },
  farewellMail: {
    'Account deleted': farewellMail(user, [
      registrationsLeft(left),
      certificatesLeft([{ eventName: virtual.eventName, link: `${publicUrl}/download`, isWithdrawn: false }]),
    ]),
  },
}
