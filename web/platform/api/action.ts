import { useRef, useState } from 'react'
import type { Data, Endpoint, Input } from '#contract/endpoint.ts'
import type { ApiError } from './call.ts'
import { call } from './call.ts'

interface Action<E extends Endpoint> {
  /** Runs it; asked again while it runs (a double click), gives the first one's promise. Throws the ApiError. */
  run: (input: Input<E>) => Promise<Data<E>>
  isRunning: boolean
  error: ApiError | undefined
}

/** A call that a person starts. */
export function useAction<E extends Endpoint>(endpoint: E): Action<E> {
  const running = useRef<Promise<Data<E>>>(undefined)
  const [isRunning, setRunning] = useState(false)
  const [error, setError] = useState<ApiError>()

  async function start(input: Input<E>): Promise<Data<E>> {
    setRunning(true)
    setError(undefined)
    try {
      return await call(endpoint, input)
    } catch (failure) {
      setError(failure as ApiError)
      throw failure
    } finally {
      running.current = undefined
      setRunning(false)
    }
  }

  function run(input: Input<E>): Promise<Data<E>> {
    running.current ??= start(input)
    return running.current
  }

  return { run, isRunning, error }
}
