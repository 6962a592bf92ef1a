import { Menu, Modal, UnstyledButton } from '@mantine/core'
import { ChevronDown, LogOut, MonitorSmartphone } from 'lucide-react'
import { useState } from 'react'
import { paths } from '#contract/paths.ts'
import type { SessionUser } from '#web/platform/session/session-user.ts'
import { Sessions, sessionsTitle } from '#web/users/sessions-section.tsx'
import styles from './admin-menu.module.css'
import { useSignOut } from './sign-out.ts'

/** First name, last name, email, sessions and sign-out of the administrator. */
export function AdminMenu({ user }: { user: SessionUser }) {
  const signOut = useSignOut(paths.admin())
  const [isShowingSessions, showSessions] = useState(false)
  const name = [user.firstName, user.lastName].filter(Boolean).join(' ')

  return (
    <>
      {/* Inside of the header, so that it belongs to a landmark of the page. */}
      <Menu position="bottom-end" width={260} shadow="md" withinPortal={false}>
        <Menu.Target>
          <UnstyledButton className={styles.target} aria-label={`Account of ${name || user.email}`}>
            <span className={styles.name}>{name || user.email}</span>
            <ChevronDown size={16} aria-hidden />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <div className={styles.person}>
            {name && <strong>{name}</strong>}
            <span>{user.email}</span>
          </div>
          <Menu.Divider />
          <Menu.Item
            leftSection={<MonitorSmartphone size={16} aria-hidden />}
            onClick={() => showSessions(true)}
          >
            {sessionsTitle}
          </Menu.Item>
          <Menu.Item leftSection={<LogOut size={16} aria-hidden />} onClick={signOut}>
            Sign Out
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Modal opened={isShowingSessions} onClose={() => showSessions(false)} title={sessionsTitle} size={560}>
        <Sessions />
      </Modal>
    </>
  )
}
