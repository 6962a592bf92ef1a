import {
  BrokenCircuitError,
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  DelegateBackoff,
  handleAll,
} from 'cockatiel'

/** closed: calls go through. open: they are turned away. half-open: one is due to try whether they go through again. */
export type BreakerState = 'closed' | 'open' | 'half-open'

/** Stands before a service that may be away: nobody waits for it in vain, and it can come back in peace. */
export interface Breaker {
  /** Gives and throws what the call does. While the breaker is open the call isn't made; while one tries, the others wait for it. */
  run<Result>(call: () => Promise<Result>): Promise<Result>
  state(): BreakerState
  /** Since when calls don't go through; null while they do. */
  awaySince(): Date | null
}

export interface BreakerOptions {
  /** Whether a problem says that the service is away; every other one is the answer of a service that is there. */
  isFailure(problem: unknown): boolean
  /** What is thrown for a call that isn't made. */
  turnedAway(): Error
  /** So many failures in a row open it. */
  failures?: number | undefined
  /** How long it is open before the first try; after each that fails twice as long, up to `longestMs`. */
  firstMs?: number | undefined
  longestMs?: number | undefined
}

export function openBreaker({
  isFailure,
  turnedAway,
  failures = 5,
  firstMs = 5000,
  longestMs = 300_000,
}: BreakerOptions): Breaker {
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
    async run(call) {
      const outcome = await circuit
        .execute(() => outcomeOf(call, isFailure))
        .catch((problem: unknown) => {
          throw problem instanceof BrokenCircuitError ? turnedAway() : problem
        })
      if ('answered' in outcome) throw outcome.answered
      return outcome.result
    },
    state() {
      if (circuit.state === CircuitState.Closed) return 'closed'
      return circuit.state === CircuitState.Open && Date.now() < tryAt ? 'open' : 'half-open'
    },
    awaySince: () => awaySince,
  }
}

/** A refusal is an answer, too: it shows that the service is there as well as a success does. */
async function outcomeOf<Result>(
  call: () => Promise<Result>,
  isFailure: (problem: unknown) => boolean,
): Promise<{ result: Result } | { answered: unknown }> {
  try {
    return { result: await call() }
  } catch (problem) {
    if (isFailure(problem)) throw problem
    return { answered: problem }
  }
}
