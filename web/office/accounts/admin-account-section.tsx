import type { ReactNode } from 'react'
import { useId } from 'react'
import type { RecordTableProps } from '#web/core/ui/record-table.tsx'
import { RecordTable } from '#web/core/ui/record-table.tsx'
import styles from './admin-account-page.module.css'

/** An account page's sections, in order. The address names the one to scroll to. */
export const accountSections = {
  registrations: 'Registrations',
  credits: 'Hours',
  profile: 'Profile',
  attendances: 'Attendance',
  certificates: 'Certificates',
  earlierCertificates: 'Issued elsewhere',
  mails: 'Emails',
  consents: 'Mailing list',
  sessions: 'Sessions',
  passkeys: 'Passkeys',
  history: 'History',
} as const
export type AccountSection = keyof typeof accountSections

interface Props {
  id: AccountSection
  /** A button or link beside the heading. */
  action?: ReactNode
}

export function AdminAccountSection({ id, action, children }: Props & { children: ReactNode }) {
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

/** A section that is one table. */
export function AdminAccountTable<Row>({
  id,
  action,
  ...table
}: Props & Omit<RecordTableProps<Row>, 'label'>) {
  return (
    <AdminAccountSection id={id} action={action}>
      <RecordTable label={accountSections[id]} {...table} />
    </AdminAccountSection>
  )
}
