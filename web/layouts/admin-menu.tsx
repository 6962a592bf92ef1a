import { Stack } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { MonitorSmartphone, ShieldCheck, UserPen } from 'lucide-react'
import { useState } from 'react'
import { nameOrEmail } from '#contract/core/names.ts'
import { paths } from '#contract/core/paths.ts'
import type { SessionUser } from '#web/core/session/session-user.ts'
import { LazyModal } from '#web/core/ui/lazy-modal.tsx'
import { RememberedDevices } from '#web/people/second-factors/remembered-devices.tsx'
import { Sessions, sessionsTitle } from '#web/people/sessions/sessions-section.tsx'
import { AccountMenu, AccountMenuItem } from './account-menu.tsx'
import { useSignOut } from './sign-out.ts'

export function AdminMenu({ user }: { user: SessionUser }) {
  const navigate = useNavigate()
  const signOut = useSignOut(paths.admin())
  const [isShowingSessions, showSessions] = useState(false)
  return (
    <>
      <AccountMenu user={user} face={<span className="cut">{nameOrEmail(user)}</span>} onSignOut={signOut}>
        <AccountMenuItem icon={<UserPen size={16} />} onClick={() => void navigate({ to: paths.ownName() })}>
          Your name
        </AccountMenuItem>
        <AccountMenuItem icon={<MonitorSmartphone size={16} />} onClick={() => showSessions(true)}>
          {sessionsTitle}
        </AccountMenuItem>
        <AccountMenuItem
          icon={<ShieldCheck size={16} />}
          onClick={() => void navigate({ to: paths.secondFactor() })}
        >
          Two-step verification
        </AccountMenuItem>
      </AccountMenu>
      <LazyModal
        opened={isShowingSessions}
        onClose={() => showSessions(false)}
        title={sessionsTitle}
        size={560}
      >
        <Stack gap="lg">
          <Sessions />
          <RememberedDevices />
        </Stack>
      </LazyModal>
    </>
  )
}
