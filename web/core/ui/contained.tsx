import { CatchBoundary } from '@tanstack/react-router'
import type { ReactNode } from 'react'

interface Props {
  /** Another one gives what broke another chance. */
  attempt?: unknown
  onBreak?: (error: unknown) => void
  children: ReactNode
}

/** Leaves out what breaks inside; the page around it stays. */
export function Contained({ attempt = 0, onBreak, children }: Props) {
  return (
    <CatchBoundary
      // Only ever compared.
      getResetKey={() => attempt as string}
      errorComponent={Nothing}
      {...(onBreak && { onCatch: onBreak })}
    >
      {children}
    </CatchBoundary>
  )
}

function Nothing(): null {
  return null
}
