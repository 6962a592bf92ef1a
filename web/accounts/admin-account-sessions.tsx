import { type Account, getAccount } from '#contract/accounts/records.ts'
import { getActivities } from '#contract/activities/calls.ts'
import { endUserSessions } from '#contract/users/edits.ts'
import { useAct } from '#web/core/api/act.ts'
import { can } from '#web/core/session/can.ts'
import { shownInstant } from '#web/core/texts/instants.ts'
import { confirm } from '#web/core/ui/dialogs.tsx'
import { RecordTable } from '#web/core/ui/record-table.tsx'
import { SmallButton } from '#web/core/ui/small-button.tsx'
import { toastDone, toastError } from '#web/core/ui/toasts.tsx'
import { AdminAccountSection } from './admin-account-section.tsx'

interface Props extends Pick<Account, 'sessions'> {
  userId: string
  name: string
  /** Whether there is something else that ending the sessions forgets. */
  hasMore: boolean
}

/** Where somebody is signed in, and the way to end that. */
export function AdminAccountSessions({ userId, name, sessions, hasMore }: Props) {
  const isOwn = sessions.some(({ isThisOne }) => isThisOne)
  const { act, isRunning } = useAct(endUserSessions, {
    confirm: () =>
      confirm({
        title: `Sign ${name} out everywhere?`,
        message: `${
          isOwn
            ? 'This is your own account: you are signed out here, too.'
            : 'They have to sign in again on every browser and device.'
        } Passkeys are removed, and a new email that is not verified yet is given up.`,
        confirmLabel: 'End all sessions',
        tone: 'danger',
      }),
    done: () => toastDone(`${name} is signed out everywhere`),
    failed: 'The sessions could not be ended. Please try again.',
    tell: toastError,
    reloads: [getAccount, getActivities],
  })
  return (
    <AdminAccountSection
      id="sessions"
      action={
        can(endUserSessions) &&
        (sessions.length > 0 || hasMore) && (
          <SmallButton loading={isRunning} onClick={() => void act({ body: { userId } })}>
            End all sessions
          </SmallButton>
        )
      }
    >
      <RecordTable
        label="Sessions"
        rows={sessions}
        rowId={({ beganAt, device }) => `${beganAt.getTime()} ${device}`}
        empty="Not signed in anywhere."
        columns={{
          Device: ({ device, isThisOne }) =>
            `${device || 'An unknown browser'}${isThisOne ? ' (this one)' : ''}`,
          'Signed in': ({ beganAt }) => shownInstant(beganAt),
          By: ({ beganBy, secondStep }) => waysIn[secondStep === null ? beganBy : 'both'],
          'Last used': ({ lastSeenAt }) => shownInstant(lastSeenAt),
        }}
      />
    </AdminAccountSection>
  )
}

const waysIn = {
  link: 'Emailed link or code',
  password: 'Password',
  passkey: 'Passkey',
  both: 'Password and second factor',
} as const
