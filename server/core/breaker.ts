import {
  BrokenCircuitError,
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  DelegateBackoff,
  handleAll,
} from 'cockatiel'
import { AnswerLost, isTemporary, ServiceDown, TurnedAway } from './remote-problems.ts'

/** closed: calls go through. open: they are turned away. half-open: one is due to try whether they go through again. */
type BreakerState = 'closed' | 'open' | 'half-open'

/** What a call came to: it was done, the service refused it, or one of the problems of a remote service. */
type CallOutcome = 'done' | 'refused' | 'down' | 'lost' | 'turned-away'

/** How a service has answered this process. */
export interface ServiceHealth {
  breaker: BreakerState
  /** Since when calls don't go through; null while they do. */
  awaySince: Date | null
  /** How many calls came to what, since the process began. */
  calls: Record<CallOutcome, number>
}

/** The health of what is no remote service: it is there whenever the portal is. */
export const alwaysThere: ServiceHealth = {
  breaker: 'closed',
  awaySince: null,
  calls: { done: 0, refused: 0, down: 0, lost: 0, 'turned-away': 0 },
}

/** Stands before a service that may be away: nobody waits for it in vain, and it can come back in peace. */
export interface Breaker {
  /**
   * Gives and throws what the call does; of what it throws, only `ServiceDown` and `AnswerLost` say that the service is away.
   * While the breaker is open the call isn't made, and `TurnedAway` thrown; while one tries, the others wait for it. Where
   * `isRefusal` says that what it gives is a no, it is counted as one.
   */
  run<Result>(call: () => Promise<Result>, isRefusal?: (result: Result) => boolean): Promise<Result>
  state(): BreakerState
  health(): ServiceHealth
}

export interface BreakerOptions {
  /** So many failures in a row open it. */
  failures?: number | undefined
  /** How long it is open before the first try; after each that fails twice as long, up to `longestMs`. */
  firstMs?: number | undefined
  longestMs?: number | undefined
}

/** `service` as sentences begin with it: 'The mail server'. */
export function openBreaker(
  service: string,
  { failures = 5, firstMs = 5000, longestMs = 300_000 }: BreakerOptions = {},
): Breaker {
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
    async run(call, isRefusal = () => false) {
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
    health: () => ({ breaker: state(), awaySince, calls: { ...calls } }),
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

/** A refusal is an answer, too: it shows that the service is there as well as a success does. */
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
