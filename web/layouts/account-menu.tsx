import { ChevronDown, LogOut } from 'lucide-react'
import type { ReactNode } from 'react'
import { nameOrEmail } from '#contract/core/names.ts'
import type { SessionUser } from '#web/core/session/session-user.ts'
import popover from '#web/core/ui/popover.module.css'
import styles from './account-menu.module.css'

const id = 'account'

interface Props {
  user: SessionUser
  /** The content of the menu's button. */
  face: ReactNode
  /** `AccountMenuItem`s, shown above "Sign Out". */
  children: ReactNode
  onOpen?: () => void
  onSignOut: () => void
}

/** The signed-in person's name, email and account actions, in a popover of the browser. */
export function AccountMenu({ user, face, children, onOpen, onSignOut }: Props) {
  const name = nameOrEmail(user)
  return (
    <>
      <button type="button" className={styles.target} popoverTarget={id} aria-label={`Account of ${name}`}>
        {face}
        <ChevronDown size={16} />
      </button>
      <section
        id={id}
        popover="auto"
        aria-label="Account menu"
        className={`card ${popover.popover} ${styles.menu}`}
        onToggle={({ newState }) => newState === 'open' && onOpen?.()}
      >
        <p className={styles.person}>
          {name !== user.email && <strong>{name}</strong>}
          <span className="muted">{user.email}</span>
        </p>
        <ul className="tight">
          {children}
          <AccountMenuItem icon={<LogOut size={16} />} onClick={onSignOut}>
            Sign Out
          </AccountMenuItem>
        </ul>
      </section>
    </>
  )
}

interface ItemProps {
  icon: ReactNode
  onClick: () => void
  children: string
}

/** An action of the menu. Choosing it closes the menu. */
export function AccountMenuItem({ icon, onClick, children }: ItemProps) {
  return (
    <li>
      <button
        type="button"
        className={popover.item}
        popoverTarget={id}
        popoverTargetAction="hide"
        onClick={onClick}
      >
        {icon}
        {children}
      </button>
    </li>
  )
}
