import { useNavigate } from '@tanstack/react-router'
import { UserRound } from 'lucide-react'
import { paths } from '#contract/core/paths.ts'
import { call } from '#web/core/api/call.ts'
import { tryCode } from '#web/core/code.ts'
import { keepUserData } from '#web/core/session/session.ts'
import type { SessionUser } from '#web/core/session/session-user.ts'
import { AccountMenu, AccountMenuItem } from './account-menu.tsx'
import { useSignOut } from './sign-out.ts'
import styles from './user-menu.module.css'

export function UserMenu({ user }: { user: SessionUser }) {
  const navigate = useNavigate()
  const signOut = useSignOut(paths.login())
  return (
    <AccountMenu
      user={user}
      face={<span className={styles.initials} data-initials={initialsOf(user)} />}
      onOpen={() => void readAnew()}
      onSignOut={signOut}
    >
      <AccountMenuItem icon={<UserRound size={16} />} onClick={() => void navigate({ to: paths.profile() })}>
        My Profile
      </AccountMenuItem>
    </AccountMenu>
  )
}

/** Reads name and email again: another browser may have changed them. */
async function readAnew() {
  try {
    const { getProfile } = await tryCode(() => import('#contract/people/users/calls.ts'))
    const { userData } = await call(getProfile, {})
    keepUserData(userData)
  } catch {
    // The menu then shows what this browser knows.
  }
}

function initialsOf({ firstName, lastName, email }: SessionUser) {
  const letters = [firstName, lastName].map((name) => Array.from(name.trim())[0] ?? '').join('')
  return (letters || email.slice(0, 1)).toUpperCase()
}
