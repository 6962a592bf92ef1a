import type { ReactNode } from 'react'
import type { Endpoint } from '#contract/core/endpoint.ts'
import { can } from '#web/core/session/can.ts'
import styles from './read-only-unless-allowed.module.css'

interface Props {
  to: Endpoint
  children: ReactNode
}

/** Shows a form to everyone; read-only without the permission for its call. */
export function ReadOnlyUnlessAllowed({ to, children }: Props) {
  return (
    <fieldset className={styles.form} disabled={!can(to)}>
      {children}
    </fieldset>
  )
}
