import {
  BrokenCircuitError,
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  DelegateBackoff,
  handleAll,
} from 'cockatiel'
import { AnswerLost, isTemporary, ServiceDown, TurnedAway } from './remote-problems.ts'

/** closed: calls go through. open: they are refused. half-open: one call tries. */
type BreakerState = 'closed' | 'open' | 'half-open'

type CallOutcome = 'done' | 'refused' | 'down' | 'lost' | 'turned-away'

export interface ServiceHealth {
  breaker: BreakerState
  /** Since when calls don't go through; null while they do. */
  awaySince: Date | null
  calls: Record<CallOutcome, number>
}

/** An embedded service is up whenever the portal is. */
export const alwaysThere: ServiceHealth = {
  breaker: 'closed',
  awaySince: null,
  calls: { done: 0, refused: 0, down: 0, lost: 0, 'turned-away': 0 },
}

export interface BreakerOptions {
  /** Consecutive failures until it opens. */
  failures?: number | undefined
  /** The pause before the first try; it doubles per failed try, up to `longestMs`. */
  firstMs?: number | undefined
  longestMs?: number | undefined
}

export type Breaker = ReturnType<typeof openBreaker>

/**
 * Opens a circuit breaker: callers don't wait in vain, and the service can recover. `service` starts a
 * sentence: 'The mail server'.
 */
export function openBreaker(
  service: string,
  { failures = 5, firstMs = 5000, longestMs = 300_000 }: BreakerOptions = {},
) {
  const calls = { ...alwaysThere.calls }
  let tryAt = 0
  let awaySince: Date | null = null
  const circuit = circuitBreaker(handleAll, {
    breaker: new ConsecutiveBreaker(failures),
    halfOpenAfter: new DelegateBackoff(({ attempt }) => {
      const ms = Math.min(firstMs * 2 ** (attempt - 1), longestMs)
      tryAt = Date.now() + ms
      return ms
    }),
  })
  circuit.onBreak(() => {
    awaySince ??= new Date()
  })
  circuit.onReset(() => {
    awaySince = null
  })
  return {
    /**
     * Returns and throws what the call does. Only `ServiceDown` and `AnswerLost` count as failures. While
     * open, makes no call and throws `TurnedAway`; while one call tries, others wait for it. `isRefusal`: the
     * result counts as a refusal.
     */
    async run<Result>(
      call: () => Promise<Result>,
      isRefusal: (result: Result) => boolean = () => false,
    ): Promise<Result> {
      try {
        const answer = await circuit.execute(() => answerOf(call))
        if ('problem' in answer) throw answer.problem
        calls[isRefusal(answer.result) ? 'refused' : 'done'] += 1
        return answer.result
      } catch (thrown) {
        const problem =
          thrown instanceof BrokenCircuitError
            ? new TurnedAway(`${service} has failed too often just now, and is left alone for a while`)
            : thrown
        calls[outcomeOf(problem)] += 1
        throw problem
      }
    },
    state,
    health: (): ServiceHealth => ({ breaker: state(), awaySince, calls: { ...calls } }),
  }

  function state(): BreakerState {
    if (circuit.state === CircuitState.Closed) return 'closed'
    return circuit.state === CircuitState.Open && Date.now() < tryAt ? 'open' : 'half-open'
  }
}

function outcomeOf(problem: unknown): CallOutcome {
  if (problem instanceof TurnedAway) return 'turned-away'
  if (problem instanceof ServiceDown) return 'down'
  return problem instanceof AnswerLost ? 'lost' : 'refused'
}

/** A refusal is an answer: like a success, it shows that the service is up. */
async function answerOf<Result>(
  call: () => Promise<Result>,
): Promise<{ result: Result } | { problem: unknown }> {
  try {
    return { result: await call() }
  } catch (problem) {
    if (isTemporary(problem)) throw problem
    return { problem }
  }
}
