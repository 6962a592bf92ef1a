import type { ReactNode } from 'react'
import { PageHeading } from './page-heading.tsx'

interface Props {
  /** Absent if the page has its own heading. */
  title?: string
  about?: ReactNode
  /** For a page of fields or sentences. */
  isNarrow?: boolean
  children: ReactNode
}

export function AdminPage({ title, about, isNarrow = false, children }: Props) {
  return (
    <div className="page" style={{ maxWidth: isNarrow ? 960 : 1280 }}>
      {title && <PageHeading text={about}>{title}</PageHeading>}
      {children}
    </div>
  )
}
