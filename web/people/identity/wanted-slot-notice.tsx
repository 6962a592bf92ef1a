import { Alert } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'

/** Says which slot the visitor chose before signing in. */
export function WantedSlotNotice({ children }: { children: ReactNode }) {
  const wanted = useLocation({ select: ({ state }) => state.wanted })
  if (!wanted) return null
  return <Alert title={wanted}>{children}</Alert>
}
