import { useRouterState } from '@tanstack/react-router'
import { Menu, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useEffect, useRef } from 'react'
import styles from './nav-drawer.module.css'

const id = 'pages'

/** Opens the list of pages on a narrow screen. */
export function NavDrawerButton() {
  return (
    <button type="button" className={styles.button} popoverTarget={id} aria-label="Open the menu">
      <Menu size={22} />
    </button>
  )
}

interface Props {
  title: ReactNode
  children: ReactNode
}

/** The drawer is a browser popover, so it opens before any script has loaded. Choosing a page closes it. */
export function NavDrawer({ title, children }: Props) {
  const drawer = useRef<HTMLElement>(null)
  const visit = useRouterState({ select: ({ location }) => location.state.__TSR_key })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another visit closes it
  useEffect(() => drawer.current?.hidePopover?.(), [visit])

  return (
    <nav ref={drawer} id={id} popover="auto" className={styles.drawer} aria-label="Pages">
      <div className={styles.head}>
        {title}
        <button
          type="button"
          className={styles.button}
          popoverTarget={id}
          popoverTargetAction="hide"
          aria-label="Close"
        >
          <X size={22} />
        </button>
      </div>
      {children}
    </nav>
  )
}
