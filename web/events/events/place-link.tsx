import type { ReactNode } from 'react'

interface Props {
  /** An address. */
  venue: string
  className?: string | undefined
  children?: ReactNode
}

/** An address that opens on a map. */
export function PlaceLink({ venue, className = '', children }: Props) {
  return (
    <a
      className={`anywhere ${className}`}
      href={`https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(venue)}`}
      target="_blank"
      rel="noopener noreferrer"
    >
      {children}
      {venue}
    </a>
  )
}
