import { TooOld } from '#web/core/too-old.ts'
import { ApiError } from './api-error.ts'

/**
 * Returns a failure in words: a refusal's own, else `general`, with the request id if the server failed;
 * undefined if another page tells it.
 */
export function explain(error: unknown, general?: string): string | undefined {
  if (error instanceof TooOld) return error.message
  if (!(error instanceof ApiError)) return general ?? brokenPage
  const { isTold, status, message, requestId } = error
  if (isTold) return undefined
  const isRefusal = status >= 400 && status < 500
  const sentence = isRefusal ? message : (general ?? message)
  return status >= 500 && requestId ? `${sentence} (Request ID: ${requestId})` : sentence
}

const brokenPage = 'Something went wrong on this page. Reloading it usually helps.'
