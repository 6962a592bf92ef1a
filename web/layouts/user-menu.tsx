import { Menu, Text, UnstyledButton } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { ChevronDown, LogOut, UserRound } from 'lucide-react'
import { paths } from '#contract/paths.ts'
import { getProfile } from '#contract/users.ts'
import { call } from '#web/platform/api/call.ts'
import { keepUserData } from '#web/platform/session/session.ts'
import type { SessionUser } from '#web/platform/session/session-user.ts'
import { useSignOut } from './sign-out.ts'
import styles from './user-menu.module.css'

/** Name, email, profile and sign-out of the signed-in person. */
export function UserMenu({ user }: { user: SessionUser }) {
  const navigate = useNavigate()
  const signOut = useSignOut(paths.login())
  const name = [user.firstName, user.lastName].filter(Boolean).join(' ')

  return (
    <Menu position="bottom-end" width={260} onOpen={readAnew}>
      <Menu.Target>
        <UnstyledButton className={styles.target} aria-label={`Account of ${name || user.email}`}>
          <span className={styles.initials} data-initials={initialsOf(name || user.email)} />
          <ChevronDown size={16} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={styles.person}>
          <Text fw={600} truncate>
            {name}
          </Text>
          <Text size="sm" c="dimmed" truncate>
            {user.email}
          </Text>
        </div>
        <Menu.Divider />
        <Menu.Item
          leftSection={<UserRound size={16} aria-hidden />}
          onClick={() => navigate({ to: paths.profile() })}
        >
          My Profile
        </Menu.Item>
        <Menu.Item leftSection={<LogOut size={16} aria-hidden />} onClick={signOut}>
          Sign Out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

/** Another browser may have changed name or email; where that can't be read, what was kept is shown. */
function readAnew(): void {
  call(getProfile, {}).then(
    ({ userData }) => keepUserData(userData),
    () => undefined,
  )
}

function initialsOf(name: string): string {
  const letters = name.split(/\s+/).map((word) => Array.from(word)[0] ?? '')
  return [letters[0], letters.length > 1 ? letters.at(-1) : ''].join('').toUpperCase()
}
