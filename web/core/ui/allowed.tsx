import type { ReactNode } from 'react'
import type { Endpoint } from '#contract/core/endpoint.ts'
import { can } from '#web/core/session/can.ts'
import styles from './allowed.module.css'

interface Props {
  to: Endpoint
  children: ReactNode
}

/** Shows the children only to people whose role allows this call. */
export function Allowed({ to, children }: Props) {
  return can(to) && children
}

/** Shows a form to everyone; read-only without the permission for its call. */
export function ReadOnlyUnlessAllowed({ to, children }: Props) {
  return (
    <fieldset className={styles.form} disabled={!can(to)}>
      {children}
    </fieldset>
  )
}
