import { useId, useState } from 'react'
import { create } from 'zustand'
import type { Data, Endpoint, Input } from '#contract/core/endpoint.ts'
import { fetchCode } from '#web/core/code.ts'
import { explain } from './explain.ts'
import { useReload } from './reload.ts'

interface ActOptions<Given, Answer> {
  /** Asked first; without a yes nothing happens. */
  confirm?: (given: Given) => Promise<boolean>
  /** What follows once it is done: a toast, a dialog, another page. */
  done?: (answer: Answer, given: Given) => unknown
  /** The general sentence of a failure; a refusal's own reason stands in its place. */
  failed?: string | undefined
  /** Where that sentence is told; by itself it is the `problem` that the component shows. */
  tell?: (sentence: string) => unknown
  /** What is read again afterwards, also after a failure: what is shown may have caused it. */
  reloads?: Endpoint[]
  /** Covers the whole screen meanwhile. */
  overlay?: boolean
  /**
   * Acts of one lane run one at a time, and go on, shown as running, where their component is taken down and comes
   * back. Their work has to stay the same: an endpoint, or a function outside of the component.
   */
  lane?: string
}

interface Act<Given> {
  /** Does nothing while something runs in its lane, as at a double click. Never rejects. */
  act: (given: Given) => Promise<void>
  isRunning: boolean
  /** Whether this or another act of its lane runs. */
  isBusy: boolean
  /** What it was given, while it runs. */
  given: Given | undefined
  /** What went wrong the last time, where nothing else tells it. */
  problem: string | undefined
}

// Outside of the components: a row that scrolls out of sight is taken down, its work goes on.
const useRunning = create<Record<string, Running>>(() => ({}))

interface Running {
  work: unknown
  given: unknown
  overlay: boolean
}

/** Whether something runs that covers the screen meanwhile. */
export function useIsCovered(): boolean {
  return useRunning((lanes) => Object.values(lanes).some(({ overlay }) => overlay))
}

/** The one way to act on a person's behalf: a call of the server, or a function that makes several. */
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

// Whoever has an endpoint has this already: a page that only has forms does without the contract's schemas until one is sent.
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
