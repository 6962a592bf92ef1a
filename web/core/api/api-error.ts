import type { RefusalCode } from '#contract/core/refusals.ts'

/** A "no" of the server, or no answer at all (`UNREACHABLE`, status 0). `message` is for a person. */
export class ApiError extends Error {
  readonly status: number
  readonly code: RefusalCode | 'UNREACHABLE'
  /** One message per invalid field, by its name on the wire. */
  readonly fields: Record<string, string>
  readonly requestId: string | undefined
  /** Whether the person is told of it by the page that it leads to. */
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

/** What is thrown where no answer comes at all. */
export function unreachable(): ApiError {
  const message = 'The portal cannot be reached. Please check your connection and try again.'
  return new ApiError(0, { code: 'UNREACHABLE', message })
}

type Listener = (message: string) => void

export let tellSignedOut: Listener = () => undefined

/** Says what happens when the server no longer knows this browser's session. */
export function onSignedOut(listener: Listener): void {
  tellSignedOut = listener
}

export let tellIncomplete: Listener = () => undefined

/** Says what happens when the server wants the profile of whoever is signed in completed first. */
export function onProfileIncomplete(listener: Listener): void {
  tellIncomplete = listener
}
