import type { ReactNode } from 'react'
import type { Endpoint } from '#contract/core/endpoint.ts'
import { can } from '#web/core/session/can.ts'
import styles from './allowed.module.css'

interface Props {
  /** The call that the children make. */
  to: Endpoint
  children: ReactNode
}

/** Shows what makes a call only to those whose role allows it. */
export function Allowed({ to, children }: Props) {
  return can(to) && children
}

/** Shows a form to everybody; those whose role does not allow its call read it and cannot change it. */
export function ReadOnlyUnlessAllowed({ to, children }: Props) {
  return (
    <fieldset className={styles.form} disabled={!can(to)}>
      {children}
    </fieldset>
  )
}
