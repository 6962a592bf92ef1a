import { Link, useRouterState } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useEffect, useRef } from 'react'
import styles from './admin-tabs-layout.module.css'

interface Tab {
  label: string
  to: string
  /** Beside its label, such as a number. */
  note?: ReactNode
}

interface Props {
  label: string
  tabs: Tab[]
  /** Stands before the tabs. */
  children?: ReactNode
}

/** Links to pages that belong together, in a row that scrolls to the current one. */
export function AdminTabs({ label, tabs, children }: Props) {
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  const list = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has another current tab
  useEffect(() => {
    const row = list.current
    const current = row?.querySelector<HTMLElement>('[aria-current]')
    if (row && current) row.scrollLeft = current.offsetLeft - (row.clientWidth - current.offsetWidth) / 2
  }, [pathname])
  return (
    <nav ref={list} className={styles.tabs} aria-label={label}>
      {children}
      {tabs.map((tab) => (
        <Link
          key={tab.to}
          to={tab.to}
          activeOptions={{ exact: true, includeSearch: false }}
          className={styles.tab}
          aria-current={tab.to === pathname ? 'page' : undefined}
        >
          {tab.label}
          {tab.note}
        </Link>
      ))}
    </nav>
  )
}
