import { CatchBoundary } from '@tanstack/react-router'
import type { ReactNode } from 'react'

interface Props {
  /** A new value renders the children again after an error. */
  attempt?: unknown
  onBreak?: (error: unknown) => void
  children: ReactNode
}

/** Shows nothing if the children throw. The page around it stays. */
export function Contained({ attempt = 0, onBreak, children }: Props) {
  return (
    <CatchBoundary
      // It is only compared.
      getResetKey={() => attempt as string}
      errorComponent={Nothing}
      {...(onBreak && { onCatch: onBreak })}
    >
      {children}
    </CatchBoundary>
  )
}

function Nothing() {
  return null
}
