import { Button } from '@mantine/core'
import { CloudOff } from 'lucide-react'
import { ApiError } from '#web/platform/api/call.ts'
import { EmptyState } from './empty-state.tsx'

/** What a page shows in place of what could not be read. */
export function Failure({ error, retry }: { error: unknown; retry: () => unknown }) {
  return (
    <div role="alert">
      <EmptyState icon={CloudOff} title="This could not be loaded" text={explanation(error)}>
        <Button variant="default" onClick={() => void retry()}>
          Try again
        </Button>
      </EmptyState>
    </div>
  )
}

/** A sentence about any error, with the request id where the fault is ours. */
export function explanation(error: unknown): string {
  if (!(error instanceof ApiError))
    return 'Something went wrong in this page. Loading it again usually helps.'
  const { status, message, requestId } = error
  return status >= 500 && requestId ? `${message} (Request ${requestId})` : message
}
