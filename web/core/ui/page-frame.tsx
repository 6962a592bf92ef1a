import type { ReactNode } from 'react'
import { PageHeading } from './page-heading.tsx'

interface Props {
  /** Absent if the page has its own heading. */
  title?: string
  about?: ReactNode
  width?: number
  children: ReactNode
}

export function AdminPage({ title, about, width = 1280, children }: Props) {
  return (
    <div className="page" style={{ maxWidth: width }}>
      {title && <PageHeading text={about}>{title}</PageHeading>}
      {children}
    </div>
  )
}
