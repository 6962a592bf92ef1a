import type { RefusalCode } from '#contract/core/refusals.ts'
import { ApiError } from '#web/core/api/api-error.ts'

/** Returns a handler that shows a refusal at a field, in these words or its own. Rethrows other errors. */
export function refusedAt(field: string, refusal: RefusalCode, words?: string): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof ApiError && error.code === refusal)) throw error
    const message = words ?? error.message
    throw new ApiError(error.status, { code: refusal, message, fields: { [field]: message } })
  }
}
