import { getActivities } from '#contract/foundation/activities/calls.ts'
import type { Account } from '#contract/office/accounts/records.ts'
import { getAccount } from '#contract/office/accounts/records.ts'
import { endUserSessions } from '#contract/people/users/edits.ts'
import { useAct } from '#web/core/api/act.ts'
import { can } from '#web/core/session/can.ts'
import { shownInstant } from '#web/core/texts/instants.ts'
import { SmallButton } from '#web/core/ui/small-button.tsx'
import { AdminAccountTable } from './admin-account-section.tsx'

interface Props extends Pick<Account, 'sessions'> {
  userId: string
  name: string
  /** There is a passkey or a new email to remove with the sessions. */
  hasMore: boolean
}

export function AdminAccountSessions({ userId, name, sessions, hasMore }: Props) {
  const isOwn = sessions.some(({ isThisOne }) => isThisOne)
  const { button } = useAct(endUserSessions, {
    confirm: {
      title: `Sign ${name} out everywhere?`,
      message: `${
        isOwn
          ? 'This is your own account, so you are signed out here, too.'
          : 'They have to sign in again on every browser and device.'
      } We also remove their passkeys and a new email that is not verified yet.`,
      confirmLabel: 'End all sessions',
      tone: 'danger',
    },
    toast: `${name} is signed out everywhere`,
    failed: "Couldn't end the sessions. Try again.",
    tell: 'toast',
    reloads: [getAccount, getActivities],
  })
  return (
    <AdminAccountTable
      id="sessions"
      action={
        can(endUserSessions) &&
        (sessions.length > 0 || hasMore) && (
          <SmallButton {...button({ body: { userId } })}>End all sessions</SmallButton>
        )
      }
      rows={sessions}
      rowId={({ beganAt, device }) => `${beganAt.getTime()} ${device}`}
      empty="Not signed in anywhere."
      columns={{
        Device: ({ device, isThisOne }) =>
          `${device || 'Unknown browser'}${isThisOne ? ' (this device)' : ''}`,
        'Signed in': ({ beganAt }) => shownInstant(beganAt),
        By: ({ beganBy, secondStep }) => waysIn[secondStep === null ? beganBy : 'both'],
        'Last used': ({ lastSeenAt }) => shownInstant(lastSeenAt),
      }}
    />
  )
}

const waysIn = {
  link: 'Emailed link or code',
  password: 'Password',
  passkey: 'Passkey',
  'single-sign-on': 'Company account',
  both: 'Password and two-step verification',
} as const
