import { useId, useState } from 'react'
import { create } from 'zustand'
import type { Data, Endpoint, Input } from '#contract/core/endpoint.ts'
import { fetchCode } from '#web/core/code.ts'
import type { DialogText } from '#web/core/ui/dialogs.tsx'
import { confirm as ask } from '#web/core/ui/dialogs.tsx'
import { holdFocus } from '#web/core/ui/focus-home.ts'
import type { ToastText } from '#web/core/ui/toast-area.tsx'
import { toastDone, toastError } from '#web/core/ui/toasts.tsx'
import { explain } from './explain.ts'
import { useReload } from './reload.ts'

interface ActOptions<Given, Answer> {
  /** Asked first. Without a yes nothing happens. false: there is nothing to ask. */
  confirm?: DialogText | ((given: Given) => DialogText | false)
  /** Said in a toast after success. */
  toast?: ToastText | ((answer: Answer, given: Given) => ToastText)
  /** Called after success, for a dialog or another page. */
  done?: (answer: Answer, given: Given) => unknown
  /** The sentence for a failure. A refusal shows its own words instead. */
  failed?: string | undefined
  /** Shows that sentence, which otherwise becomes `problem`, in a toast or in its own way. */
  tell?: 'toast' | ((sentence: string) => unknown)
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
  /** Returns the props of a button that acts with this input. */
  button: (given: Given) => { loading: boolean; onClick: () => void }
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
  const { lane = ownLane, confirm, toast, done, failed, tell, reloads = [], overlay = false } = options
  const running = useRunning((lanes) => lanes[lane])
  const [problem, setProblem] = useState<string>()
  const reload = useReload()

  async function act(given: Given) {
    if (useRunning.getState()[lane]) return
    const restoreFocus = holdFocus()
    const question = typeof confirm === 'function' ? confirm(given) : confirm
    if (question && !(await ask(question))) return
    setProblem(undefined)
    let answer: unknown
    try {
      answer = await inLane(lane, { work, given, overlay }, carryOut(given)).finally(restoreFocus)
    } catch (error) {
      void reload(...reloads)
      const sentence = explain(error, failed)
      if (sentence !== undefined) (tell === 'toast' ? toastError : (tell ?? setProblem))(sentence)
      return
    }
    if (toast) toastDone(typeof toast === 'function' ? toast(answer, given) : toast)
    done?.(answer, given)
  }

  async function carryOut(given: Given) {
    const answer = await (typeof work === 'function' ? work(given) : callFor(work, given as Input<Endpoint>))
    await reload(...reloads)
    return answer
  }

  const isRunning = running !== undefined && (lane === ownLane || running.work === work)
  return {
    act,
    button: (given) => ({ loading: isRunning, onClick: () => void act(given) }),
    isRunning,
    isBusy: running !== undefined,
    given: isRunning ? (running.given as Given) : undefined,
    problem,
  }
}

// A page with only a form needs no schemas before it is sent, so `call` is fetched then.
async function callFor(endpoint: Endpoint, input: Input<Endpoint>) {
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
