import { invitationDays } from '#contract/administrators/calls.ts'
import type { AdministratorRole } from '#contract/administrators/roles.ts'
import { roles } from '#contract/administrators/roles.ts'
import { paths } from '#contract/core/paths.ts'
import type { MailContent } from '#server/core/mail/mail-layout.ts'
import { shownInstant } from '#server/core/mail/shown-instant.ts'
import type { Jobs } from '#server/jobs.ts'

/** To an invited administrator; `url` chooses a password, if the portal keeps passwords. */
export function invitationMail(
  publicUrl: string,
  { url, role, inviter }: { url: string | undefined; role: AdministratorRole; inviter: string | undefined },
): MailContent {
  return {
    subject: 'You are invited to the admin panel',
    paragraphs: [
      `${inviter ?? 'Somebody'} has invited you to administer the IA renewal seminars. You sign in with this email.`,
    ],
    facts: [['Role', `${roles[role].label}: ${roles[role].about}`]],
    action: url
      ? { label: 'Choose a password', url }
      : { label: 'Choose a password', url: publicUrl + paths.adminForgotPassword() },
    closing: [
      url
        ? `The link works once, for ${invitationDays} days. Then ask for a new invitation.`
        : `That page emails you a link to choose a password. Then sign in at ${publicUrl}${paths.adminLogin()}.`,
      'If you do not know of this, you can ignore this email: nothing happens without you.',
    ],
  }
}

/** To an administrator whose role was changed. */
export function roleChangedMail(
  publicUrl: string,
  { from, to, changedBy, changedAt }: Omit<Jobs['tell-role-change'], 'userId'>,
): MailContent {
  return {
    subject: 'Your role in the admin panel was changed',
    paragraphs: [`${changedBy} has changed your role in the admin panel. It counts from now on.`],
    facts: [
      ['Old role', roles[from].label],
      ['New role', `${roles[to].label}: ${roles[to].about}`],
      ['By', changedBy],
      ['When', shownInstant(new Date(changedAt))],
    ],
    action: { label: 'Open the admin panel', url: publicUrl + paths.admin() },
    closing: [
      'If you expected this, there is nothing to do.',
      `If you did not, ask ${changedBy}. If it was not them, tell another administrator at once: their account may be in other hands.`,
    ],
  }
}

/** To every administrator, including the inviter, whose session may be stolen. */
export function invitationNoticeMail(
  publicUrl: string,
  {
    invited,
    role,
    inviter = 'Somebody',
    invitedAt,
  }: { invited: string; role: AdministratorRole; inviter?: string | undefined; invitedAt: Date },
): MailContent {
  return {
    subject: 'Somebody was invited to the admin panel',
    paragraphs: [`${inviter} has invited ${invited} to administer the IA renewal seminars.`],
    facts: [
      ['Invited', invited],
      ['Role', roles[role].label],
      ['By', inviter],
      ['When', shownInstant(invitedAt)],
    ],
    action: { label: 'See the administrators', url: publicUrl + paths.administrators() },
    closing: [
      'If you expected this, there is nothing to do.',
      `If you did not, ask ${inviter}. If it was not them, withdraw the invitation on that page, end their sessions on their account's page and have them choose a new password.`,
    ],
  }
}
