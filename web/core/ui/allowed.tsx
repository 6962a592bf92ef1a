import type { ReactNode } from 'react'
import type { Endpoint } from '#contract/core/endpoint.ts'
import { can } from '#web/core/session/can.ts'
import styles from './allowed.module.css'

interface Props {
  to: Endpoint
  children: ReactNode
}

/** Shows the children only to people whose role allows this call, which the children make. */
export function Allowed({ to, children }: Props) {
  return can(to) && children
}

/** Shows a form to everybody. Without the permission for its call, it is read-only. */
export function ReadOnlyUnlessAllowed({ to, children }: Props) {
  return (
    <fieldset className={styles.form} disabled={!can(to)}>
      {children}
    </fieldset>
  )
}
