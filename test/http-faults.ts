import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout } from 'node:timers/promises'

/**
 * The faults of a call. before: 500, and nothing is done. after: it is done, then 500. silence: it is done, without an
 * answer. hang-up: it is done, and the connection ends. nonsense: it is done, and 200 has a body that is no JSON.
 */
export type Fault = 'before' | 'after' | 'silence' | 'hang-up' | 'nonsense'

/** The answer of a stand-in. */
export interface FakeAnswer {
  status: number
  headers?: Record<string, string>
  /** undefined: empty. A string is sent as it is. */
  body?: object | string | undefined
}

/** The switches that make a stand-in fail; all are off at first. */
export interface HttpFaults {
  /** Fails the next calls, this many, after this many successes. */
  failNext(fault: Fault, times?: number, after?: number): void
  /** Fails every second call from now on; undefined: stops. */
  failEverySecond(fault: Fault | undefined): void
  /** Delays each answer from now on. */
  slowBy(ms: number): void
  /** Performs the call and answers, or fails as set. */
  answer(
    request: IncomingMessage,
    response: ServerResponse,
    act: () => FakeAnswer | Promise<FakeAnswer>,
  ): Promise<void>
}

export function openFaults(): HttpFaults {
  const planned: (Fault | undefined)[] = []
  let alternating: Fault | undefined
  let calls = 0
  let slowMs = 0
  return {
    failNext(fault, times = 1, after = 0) {
      planned.splice(0, planned.length, ...Array(after).fill(undefined), ...Array(times).fill(fault))
    },
    failEverySecond(fault) {
      alternating = fault
    },
    slowBy(ms) {
      slowMs = ms
    },
    async answer(request, response, act) {
      calls++
      const fault = planned.length > 0 ? planned.shift() : calls % 2 === 0 ? alternating : undefined
      if (slowMs > 0) await setTimeout(slowMs)
      if (fault === 'before') return write(response, broken)
      const answer = await act()
      if (fault === 'hang-up') request.socket.destroy()
      else if (fault === 'after') write(response, broken)
      else if (fault === 'nonsense') write(response, { status: 200, body: '<html>All is well</html>' })
      else if (fault === undefined) write(response, answer)
    },
  }
}

/** Sends an answer. */
export function write(response: ServerResponse, { status, headers, body }: FakeAnswer): void {
  const text = typeof body === 'object' ? JSON.stringify(body) : (body ?? '')
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text)
}

const broken: FakeAnswer = { status: 500, body: { message: 'Internal server error' } }
