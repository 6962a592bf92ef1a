import { Button } from '@mantine/core'
import { CloudOff } from 'lucide-react'
import { explain } from '#web/core/api/explain.ts'
import { EmptyState } from './empty-state.tsx'

/** Replaces data that could not be read. */
export function Failure({ error, retry }: { error: unknown; retry: () => unknown }) {
  const words = explain(error)
  if (words === undefined) return null
  return (
    <div role="alert">
      <EmptyState icon={CloudOff} title="Couldn't load this" text={words}>
        <Button variant="default" onClick={() => void retry()}>
          Try again
        </Button>
      </EmptyState>
    </div>
  )
}
