import type { ReactNode } from 'react'
import { useRovingFocus } from './roving-focus.ts'

interface Props {
  label: string
  className: string
  children: ReactNode
}

/** Buttons about one thing that are one tab stop; arrow keys move between them. */
export function Toolbar({ label, className, children }: Props) {
  return (
    <div role="toolbar" aria-label={label} className={className} {...useRovingFocus<HTMLDivElement>()}>
      {children}
    </div>
  )
}
