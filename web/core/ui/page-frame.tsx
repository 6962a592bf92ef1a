import type { ReactNode } from 'react'
import { PageHeading } from './page-heading.tsx'

interface Props {
  /** Absent where the page has a heading of its own. */
  title?: string
  /** What the page is for, below its title. */
  about?: ReactNode
  /** The most that it is wide, in px. */
  width?: number
  children: ReactNode
}

/** A page of the administrators' area. */
export function AdminPage({ title, about, width = 1280, children }: Props) {
  return (
    <div className="page" style={{ maxWidth: width }}>
      {title && <PageHeading text={about}>{title}</PageHeading>}
      {children}
    </div>
  )
}
