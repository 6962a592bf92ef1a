import { ApiError } from './api-error.ts'

/**
 * A failure in words: the server's own reason where it refused with one, else the general sentence, with the request id
 * where the fault is the server's. Undefined for what another page tells: that the session has ended.
 */
export function explain(error: unknown, general?: string): string | undefined {
  if (!(error instanceof ApiError)) return general ?? brokenPage
  const { isTold, status, message, requestId } = error
  if (isTold) return undefined
  const isRefusal = status >= 400 && status < 500
  const sentence = isRefusal ? message : (general ?? message)
  return status >= 500 && requestId ? `${sentence} (Request ${requestId})` : sentence
}

const brokenPage = 'Something went wrong in this page. Loading it again usually helps.'
