import { Badge, Button } from '@mantine/core'
import { useState } from 'react'
import { getActivities } from '#contract/activities/calls.ts'
import type { Administrator } from '#contract/administrators/calls.ts'
import {
  getAdministrators,
  inviteAdministrator,
  removeAdministrator,
} from '#contract/administrators/calls.ts'
import { useAct } from '#web/core/api/act.ts'
import { call } from '#web/core/api/call.ts'
import { useSession } from '#web/core/session/session.ts'
import { shownInstant } from '#web/core/texts/instants.ts'
import { confirm } from '#web/core/ui/dialogs.tsx'
import { later } from '#web/core/ui/later.tsx'
import { toastDone, toastError } from '#web/core/ui/toasts.tsx'
import { useFreshProof } from '#web/second-factors/fresh-proof.tsx'
import { ResetSecondFactor } from '#web/second-factors/reset-second-factor.tsx'
import styles from './administrators.module.css'

const LeaveDialog = later(() => import('./leave-administrators-dialog.tsx'))

/** Each administrator, and each invitation that waits. */
export function AdministratorList({ administrators }: { administrators: Administrator[] }) {
  return (
    <ul className={styles.people}>
      {administrators.map((administrator) => (
        <Row key={administrator.userId} administrator={administrator} />
      ))}
    </ul>
  )
}

function Row({ administrator }: { administrator: Administrator }) {
  const { userId, name, email, since, invitedBy, acceptedAt, lastSeenAt, hasSecondFactor } = administrator
  const isOneself = useSession((state) => state.userData?.userId === userId)
  const isInvited = acceptedAt === null
  return (
    <li className={styles.person}>
      <div>
        <div className={styles.name}>
          {name || email}
          {isOneself && <Badge>You</Badge>}
          {isInvited && <Badge color="gray">Invited</Badge>}
          {hasSecondFactor && <Badge>Second factor</Badge>}
        </div>
        {name && <div className={styles.detail}>{email}</div>}
      </div>
      <div className={styles.detail}>
        <div>
          {isInvited ? 'Invited' : 'Since'} {shownInstant(since)}
          {invitedBy && `, by ${invitedBy}`}
        </div>
        <div>{lastSeenAt ? `Last seen ${shownInstant(lastSeenAt)}` : isInvited ? '' : 'Not seen yet'}</div>
      </div>
      <div className={styles.actions}>
        {isInvited && <SendAgain email={email} />}
        {hasSecondFactor && !isOneself && <ResetSecondFactor userId={userId} whom={name || email} />}
        {isOneself ? <Leave email={email} userId={userId} /> : <Remove administrator={administrator} />}
      </div>
    </li>
  )
}

function SendAgain({ email }: { email: string }) {
  const { withProof, dialog } = useFreshProof()
  const { act, isRunning } = useAct(() => withProof(() => call(inviteAdministrator, { body: { email } })), {
    done: () => toastDone(`Another invitation is on its way to ${email}`),
    failed: 'The invitation was not sent. Please try again.',
    tell: toastError,
    reloads: [getAdministrators, getActivities],
  })
  return (
    <>
      <Button
        variant="default"
        size="xs"
        aria-label={`Send again to ${email}`}
        loading={isRunning}
        onClick={() => void act()}
      >
        Send again
      </Button>
      {dialog}
    </>
  )
}

function Remove({ administrator: { userId, name, email, acceptedAt } }: { administrator: Administrator }) {
  const isInvited = acceptedAt === null
  const whom = name || email
  const { withProof, dialog } = useFreshProof()
  const { act, isRunning } = useAct(() => withProof(() => call(removeAdministrator, { body: { userId } })), {
    confirm: () =>
      confirm({
        title: isInvited ? `Withdraw the invitation of ${whom}?` : `Remove ${whom}?`,
        message: isInvited
          ? 'The link that was mailed works no longer.'
          : 'They are signed out at once and their password is forgotten. What they have done stays, and so does their account as a person.',
        confirmLabel: isInvited ? 'Withdraw' : 'Remove',
        tone: 'danger',
      }),
    done: () => toastDone(isInvited ? 'The invitation is withdrawn' : `${whom} is no administrator any more`),
    failed: 'That did not work. Please try again.',
    tell: toastError,
    reloads: [getAdministrators, getActivities],
  })
  return (
    <>
      <Button
        variant="default"
        size="xs"
        aria-label={isInvited ? `Withdraw the invitation of ${whom}` : `Remove ${whom}`}
        loading={isRunning}
        onClick={() => void act()}
      >
        {isInvited ? 'Withdraw' : 'Remove'}
      </Button>
      {dialog}
    </>
  )
}

function Leave({ userId, email }: { userId: string; email: string }) {
  const [state, setState] = useState<'untouched' | 'open' | 'closed'>('untouched')
  return (
    <>
      <Button variant="default" size="xs" onClick={() => setState('open')}>
        Leave
      </Button>
      {state !== 'untouched' && (
        <LeaveDialog
          userId={userId}
          email={email}
          isOpen={state === 'open'}
          onClose={() => setState('closed')}
        />
      )}
    </>
  )
}
