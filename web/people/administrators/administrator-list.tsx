import { Badge } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { getActivities } from '#contract/foundation/activities/calls.ts'
import type { Administrator } from '#contract/people/administrators/calls.ts'
import {
  changeAdministratorRole,
  getAdministrators,
  inviteAdministrator,
  removeAdministrator,
} from '#contract/people/administrators/calls.ts'
import type { AdministratorRole } from '#contract/people/administrators/roles.ts'
import { roles } from '#contract/people/administrators/roles.ts'
import { useAct } from '#web/core/api/act.ts'
import { call } from '#web/core/api/call.ts'
import { can } from '#web/core/session/can.ts'
import { keepUserData, useSession } from '#web/core/session/session.ts'
import { shownInstant } from '#web/core/texts/instants.ts'
import { later } from '#web/core/ui/later.tsx'
import { openByArrows } from '#web/core/ui/open-by-arrows.ts'
import { SmallButton } from '#web/core/ui/small-button.tsx'
import { toastDone } from '#web/core/ui/toasts.tsx'
import { withProof } from '#web/people/second-factors/fresh-proof.tsx'
import { ResetSecondFactor } from '#web/people/second-factors/reset-second-factor.tsx'
import styles from './administrators.module.css'
import { RoleSelect } from './role-select.tsx'

const LeaveDialog = later(() => import('./leave-administrators-dialog.tsx'))

/** Lists administrators and open invitations. */
export function AdministratorList({ administrators }: { administrators: Administrator[] }) {
  return (
    <ul className="lines">
      {administrators.map((administrator) => (
        <Row key={administrator.userId} administrator={administrator} />
      ))}
    </ul>
  )
}

function Row({ administrator }: { administrator: Administrator }) {
  const { userId, role, name, email, since, invitedBy, acceptedAt, lastSeenAt, hasSecondFactor } =
    administrator
  const isOneself = useSession((state) => state.userData?.userId === userId)
  const isInvited = acceptedAt === null
  return (
    <li className={styles.person}>
      <div>
        <div className="row strong anywhere">
          {name || email}
          {isOneself && <Badge>You</Badge>}
          {isInvited && <Badge color="gray">Invited</Badge>}
          {hasSecondFactor && <Badge>Two-step</Badge>}
        </div>
        {name && <div className="muted small anywhere">{email}</div>}
        {can(changeAdministratorRole) ? (
          <ChangeRole administrator={administrator} isOneself={isOneself} />
        ) : (
          <div className="muted small anywhere">{roles[role].label}</div>
        )}
      </div>
      <div className="muted small anywhere">
        <div>
          {isInvited ? 'Invited' : 'Since'} {shownInstant(since)}
          {invitedBy && `, by ${invitedBy}`}
        </div>
        <div>{lastSeenAt ? `Last seen ${shownInstant(lastSeenAt)}` : isInvited ? '' : 'Never signed in'}</div>
      </div>
      {can(removeAdministrator) && (
        <div className={`row ${styles.actions}`}>
          {isInvited && <SendAgain administrator={administrator} />}
          {hasSecondFactor && !isOneself && <ResetSecondFactor userId={userId} whom={name || email} />}
          {isOneself ? <Leave email={email} userId={userId} /> : <Remove administrator={administrator} />}
        </div>
      )}
    </li>
  )
}

function ChangeRole({ administrator, isOneself }: { administrator: Administrator; isOneself: boolean }) {
  const { userId, role, name, email } = administrator
  const whom = name || email
  const { act, given } = useAct(
    (to: AdministratorRole) => withProof(() => call(changeAdministratorRole, { body: { userId, role: to } })),
    {
      confirm: (to) =>
        isOneself
          ? {
              title: `Change your own role to ${roles[to].label.toLowerCase()}?`,
              message: 'Only another administrator can change it back.',
              confirmLabel: 'Change my role',
              tone: 'danger',
            }
          : {
              title: `Change the role of ${whom} to ${roles[to].label.toLowerCase()}?`,
              message: roles[to].about,
              confirmLabel: 'Change role',
            },
      done: (_, to) => {
        toastDone(`The role of ${whom} is now: ${roles[to].label}`)
        if (isOneself) keepUserData({ permissions: roles[to].permissions })
      },
      failed: "Couldn't change the role. Try again.",
      tell: 'toast',
      reloads: [getAdministrators, getActivities],
    },
  )
  return (
    <RoleSelect
      size="xs"
      className={styles.role ?? ''}
      aria-label={`Role of ${whom}`}
      title={roles[role].about}
      disabled={given !== undefined}
      value={given ?? role}
      onChange={({ currentTarget }) => void act(currentTarget.value as AdministratorRole)}
      onKeyDown={openByArrows}
    />
  )
}

function SendAgain({ administrator: { email, role } }: { administrator: Administrator }) {
  const { button } = useAct(() => withProof(() => call(inviteAdministrator, { body: { email, role } })), {
    toast: `Invitation sent again to ${email}`,
    failed: "Couldn't send the invitation. Try again.",
    tell: 'toast',
    reloads: [getAdministrators, getActivities],
  })
  return (
    <SmallButton aria-label={`Send again to ${email}`} {...button()}>
      Send again
    </SmallButton>
  )
}

function Remove({ administrator: { userId, name, email, acceptedAt } }: { administrator: Administrator }) {
  const isInvited = acceptedAt === null
  const whom = name || email
  const { button } = useAct(() => withProof(() => call(removeAdministrator, { body: { userId } })), {
    confirm: {
      title: isInvited ? `Withdraw the invitation of ${whom}?` : `Remove ${whom}?`,
      message: isInvited
        ? 'The emailed link stops working.'
        : "They'll be signed out and their password removed. Their own account and work stay.",
      confirmLabel: isInvited ? 'Withdraw' : 'Remove',
      tone: 'danger',
    },
    toast: isInvited ? 'The invitation is withdrawn' : `${whom} is not an administrator anymore`,
    failed: 'Something went wrong. Try again.',
    tell: 'toast',
    reloads: [getAdministrators, getActivities],
  })
  return (
    <SmallButton
      aria-label={isInvited ? `Withdraw the invitation of ${whom}` : `Remove ${whom}`}
      {...button()}
    >
      {isInvited ? 'Withdraw' : 'Remove'}
    </SmallButton>
  )
}

function Leave({ userId, email }: { userId: string; email: string }) {
  const [isOpen, { open, close }] = useDisclosure()
  return (
    <>
      <SmallButton onClick={open}>Leave</SmallButton>
      <LeaveDialog userId={userId} email={email} isOpen={isOpen} onClose={close} />
    </>
  )
}
