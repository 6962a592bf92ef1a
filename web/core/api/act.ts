import { useId, useState } from 'react'
import { create } from 'zustand'
import type { Data, Endpoint, Input } from '#contract/core/endpoint.ts'
import { fetchCode } from '#web/core/code.ts'
import { explain } from './explain.ts'
import { useReload } from './reload.ts'

interface ActOptions<Given, Answer> {
  /** Asked first. Without a yes nothing happens. */
  confirm?: (given: Given) => Promise<boolean>
  /** Called after success, for a toast, a dialog or another page. */
  done?: (answer: Answer, given: Given) => unknown
  /** The sentence for a failure. A refusal shows its own words instead. */
  failed?: string | undefined
  /** Shows that sentence, which otherwise becomes `problem`. */
  tell?: (sentence: string) => unknown
  /** The calls to read again, also after a failure: outdated data may have caused it. */
  reloads?: Endpoint[]
  /** Covers the screen while it runs. */
  overlay?: boolean
  /**
   * Acts of one lane run one at a time, and continue while their component is unmounted. Their work must stay
   * the same object: an endpoint, or a function outside the component.
   */
  lane?: string
}

interface Act<Given> {
  /** Does nothing while its lane is busy, for example at a double click. Never rejects. */
  act: (given: Given) => Promise<void>
  isRunning: boolean
  isBusy: boolean
  /** The input while it runs. */
  given: Given | undefined
  /** The words of the last failure, unless `tell` showed them. */
  problem: string | undefined
}

// Outside components: an act continues when its row scrolls out of sight and is unmounted.
const useRunning = create<Record<string, Running>>(() => ({}))

interface Running {
  work: unknown
  given: unknown
  overlay: boolean
}

/** Returns true while an act covers the screen. */
export function useIsCovered(): boolean {
  return useRunning((lanes) => Object.values(lanes).some(({ overlay }) => overlay))
}

/**
 * Returns a way to act: by a call of the server, or by a function that makes several. `call` refuses what the
 * role does not allow.
 */
export function useAct<E extends Endpoint>(work: E, options?: ActOptions<Input<E>, Data<E>>): Act<Input<E>>
export function useAct<Given = void, Answer = void>(
  work: (given: Given) => Promise<Answer>,
  options?: ActOptions<Given, Answer>,
): Act<Given>
export function useAct<Given>(
  work: Endpoint | ((given: Given) => Promise<unknown>),
  options: ActOptions<Given, unknown> = {},
): Act<Given> {
  const ownLane = useId()
  const { lane = ownLane, confirm, done, failed, tell, reloads = [], overlay = false } = options
  const running = useRunning((lanes) => lanes[lane])
  const [problem, setProblem] = useState<string>()
  const reload = useReload()

  async function act(given: Given): Promise<void> {
    if (useRunning.getState()[lane]) return
    if (confirm && !(await confirm(given))) return
    setProblem(undefined)
    let answer: unknown
    try {
      answer = await inLane(lane, { work, given, overlay }, carryOut(given))
    } catch (error) {
      void reload(...reloads)
      const sentence = explain(error, failed)
      if (sentence !== undefined) (tell ?? setProblem)(sentence)
      return
    }
    done?.(answer, given)
  }

  async function carryOut(given: Given): Promise<unknown> {
    const answer = await (typeof work === 'function' ? work(given) : callFor(work, given as Input<Endpoint>))
    await reload(...reloads)
    return answer
  }

  const isRunning = running !== undefined && (lane === ownLane || running.work === work)
  return {
    act,
    isRunning,
    isBusy: running !== undefined,
    given: isRunning ? (running.given as Given) : undefined,
    problem,
  }
}

// A page with only a form needs no schemas before it is sent, so `call` is fetched then.
async function callFor(endpoint: Endpoint, input: Input<Endpoint>): Promise<unknown> {
  const { call } = await fetchCode(() => import('./call.ts'))
  return call(endpoint, input)
}

async function inLane<T>(lane: string, entry: Running, doing: Promise<T>): Promise<T> {
  useRunning.setState({ [lane]: entry })
  try {
    return await doing
  } finally {
    useRunning.setState(({ [lane]: _, ...others }) => others, true)
  }
}
