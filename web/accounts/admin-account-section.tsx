import { type ReactNode, useId } from 'react'
import styles from './admin-account-page.module.css'

/** What the page of an account is made of, in its order; the address names the one that is looked at. */
export const accountSections = {
  profile: 'Profile',
  registrations: 'Registrations',
  attendances: 'Attendance',
  credits: 'Hours',
  certificates: 'Certificates',
  mails: 'Emails',
  consents: 'Mailing list',
  sessions: 'Sessions',
  passkeys: 'Passkeys',
  history: 'History',
} as const
export type AccountSection = keyof typeof accountSections

interface Props {
  id: AccountSection
  /** What can be done about it. */
  action?: ReactNode
  children: ReactNode
}

export function AdminAccountSection({ id, action, children }: Props) {
  const heading = useId()
  return (
    <section id={id} className={`card pad stack ${styles.section}`} aria-labelledby={heading}>
      <header className="spread">
        <h2 id={heading}>{accountSections[id]}</h2>
        {action}
      </header>
      {children}
    </section>
  )
}
