import { paths } from '#contract/core/paths.ts'
import { invitationDays } from '#contract/people/administrators/calls.ts'
import type { AdministratorRole } from '#contract/people/administrators/roles.ts'
import { roles } from '#contract/people/administrators/roles.ts'
import type { Config } from '#server/config.ts'
import type { MailContent } from '#server/core/mail/mail-layout.ts'
import { shownInstant } from '#server/core/mail/shown-instant.ts'
import type { Jobs } from '#server/jobs.ts'

interface Invited {
  /** Chooses a password, if the portal stores passwords. */
  url: string | undefined
  /** false: they sign in by single sign-on only. */
  hasPassword: boolean
  role: AdministratorRole
  inviter: string | undefined
}

/** To an invited administrator. */
export function invitationMail(
  { publicUrl, singleSignOn }: Pick<Config, 'publicUrl' | 'singleSignOn'>,
  { url, hasPassword, role, inviter }: Invited,
): MailContent {
  const login = publicUrl + paths.adminLogin()
  const signOn = singleSignOn && `Sign in with ${singleSignOn.label}`
  return {
    subject: 'You are invited to the admin panel',
    paragraphs: [
      `${inviter ?? 'Someone'} invited you to help run the IA renewal seminars. Sign in with this email.`,
    ],
    facts: [['Role', `${roles[role].label}: ${roles[role].about}`]],
    action: hasPassword
      ? { label: 'Choose a password', url: url ?? publicUrl + paths.adminForgotPassword() }
      : { label: signOn ?? 'Sign in', url: login },
    closing: [
      ...(hasPassword ? [passwordLine(url, login)] : []),
      ...(hasPassword && signOn ? [`Or choose '${signOn}' at ${login}.`] : []),
      'Not expecting this? You can safely ignore this email.',
    ],
  }
}

function passwordLine(url: string | undefined, login: string) {
  return url
    ? `The link works once and expires in ${invitationDays} days. After that, ask for a new invitation.`
    : `On that page, we'll email you a link to choose a password. Then sign in at ${login}.`
}

/** To an administrator with a changed role. */
export function roleChangedMail(
  publicUrl: string,
  { from, to, changedBy, changedAt }: Omit<Jobs['tell-role-change'], 'userId'>,
): MailContent {
  return {
    subject: 'Your role in the admin panel was changed',
    paragraphs: [`${changedBy} changed your role in the admin panel. The new role is in effect now.`],
    facts: [
      ['Old role', roles[from].label],
      ['New role', `${roles[to].label}: ${roles[to].about}`],
      ['By', changedBy],
      ['When', shownInstant(new Date(changedAt))],
    ],
    action: { label: 'Open the admin panel', url: publicUrl + paths.admin() },
    closing: [
      'If you expected this, no action is needed.',
      `If not, ask ${changedBy}. If it was not them, tell another administrator right away. Someone may have taken over their account.`,
    ],
  }
}

/** To every administrator, including the inviter, whose session may be stolen. */
export function invitationNoticeMail(
  publicUrl: string,
  {
    invited,
    role,
    inviter = 'Someone',
    invitedAt,
  }: { invited: string; role: AdministratorRole; inviter?: string | undefined; invitedAt: Date },
): MailContent {
  return {
    subject: 'Someone was invited to the admin panel',
    paragraphs: [`${inviter} invited ${invited} to help run the IA renewal seminars.`],
    facts: [
      ['Invited', invited],
      ['Role', roles[role].label],
      ['By', inviter],
      ['When', shownInstant(invitedAt)],
    ],
    action: { label: 'See the administrators', url: publicUrl + paths.administrators() },
    closing: [
      'If you expected this, no action is needed.',
      `If not, ask ${inviter}. If it was not them, withdraw the invitation on that page. Then end their sessions on their account's page, and have them choose a new password.`,
    ],
  }
}
