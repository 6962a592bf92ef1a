import type { RefusalCode } from '#contract/core/refusals.ts'

/** A refusal or error of the server, or no answer at all (`UNREACHABLE`, status 0). `message` is for people. */
export class ApiError extends Error {
  readonly status: number
  readonly code: RefusalCode | 'UNREACHABLE'
  /** One message per invalid field, by its wire name. */
  readonly fields: Record<string, string>
  readonly requestId: string | undefined
  /** The page that follows tells the person. */
  readonly isTold: boolean

  constructor(status: number, failure: Said) {
    super(failure.message)
    this.name = 'ApiError'
    this.status = status
    this.code = failure.code
    this.fields = failure.fields ?? {}
    this.requestId = failure.requestId
    this.isTold = failure.isTold ?? false
  }
}

type Said = Pick<ApiError, 'code' | 'message'> & Partial<Pick<ApiError, 'fields' | 'requestId' | 'isTold'>>

/** Returns the error for a call without an answer. */
export function unreachable(): ApiError {
  const message = "We can't reach the portal. Check your connection and try again."
  return new ApiError(0, { code: 'UNREACHABLE', message })
}

type Listener = (message: string) => void

export let tellSignedOut: Listener = () => undefined

/** Sets the listener for the end of this browser's session. */
export function onSignedOut(listener: Listener): void {
  tellSignedOut = listener
}

export let tellIncomplete: Listener = () => undefined

/** Sets the listener for calls that need a complete profile. */
export function onProfileIncomplete(listener: Listener): void {
  tellIncomplete = listener
}
