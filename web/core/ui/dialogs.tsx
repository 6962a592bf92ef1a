import type { ComponentType } from 'react'
import { create } from 'zustand'
import { fetchWhenIdle, tryCode } from '#web/core/code.ts'
import { Contained } from './contained.tsx'
import type { DialogRequest } from './dialog.tsx'

export type DialogText = Pick<DialogRequest, 'title'> & Partial<Omit<DialogRequest, 'title' | 'answer'>>

/** Asks a question. Resolves to true if the person confirms. */
export async function confirm(question: DialogText): Promise<boolean> {
  return (await ask({ ...asQuestion, ...question })) !== undefined
}

/** Asks for a reason. Resolves to undefined without a confirmation. */
export function askReason(question: DialogText & Required<Pick<DialogRequest, 'reason'>>) {
  return ask({ ...asQuestion, ...question })
}

const asQuestion = { confirmLabel: 'Yes', cancelLabel: 'Cancel', tone: 'plain' } as const

/** Shows a message. Resolves when the person closes it. */
export async function inform(message: DialogText): Promise<void> {
  await ask({ confirmLabel: 'OK', cancelLabel: null, tone: 'done', ...message })
}

interface Asked {
  Dialog: ComponentType<{ request: DialogRequest; isOpen: boolean }>
  request: DialogRequest
  /** Counts the questions: each starts with an empty field. */
  place: number
}

const useDialog = create<{ asked: Asked | undefined; isOpen: boolean }>(() => ({
  asked: undefined,
  isOpen: false,
}))
const load = () => import('./dialog.tsx')
fetchWhenIdle(load)

/** The place for dialogs. If one throws, the answer is no, and the page stays. */
export function Dialogs() {
  const { asked, isOpen } = useDialog()
  if (!asked) return null
  const { Dialog, request, place } = asked
  return (
    <Contained attempt={request} onBreak={() => request.answer(false, '')}>
      <Dialog key={place} request={request} isOpen={isOpen} />
    </Contained>
  )
}

let questions = 0

/** Resolves to the typed reason, or '' if none was wanted. */
async function ask(request: Omit<DialogRequest, 'answer'>): Promise<string | undefined> {
  const code = await tryCode(load).catch(() => undefined)
  if (!code) return askPlainly(request)
  useDialog.getState().asked?.request.answer(false, '')
  return new Promise((resolve) => {
    const answer = (isConfirmed: boolean, reason: string) => {
      useDialog.setState({ isOpen: false })
      resolve(isConfirmed ? reason : undefined)
    }
    const asked = { Dialog: code.default, request: { ...request, answer }, place: ++questions }
    useDialog.setState({ asked, isOpen: true })
  })
}

// If the dialog's code can't be fetched, the browser's own dialog asks.
function askPlainly({ title, message, cancelLabel, reason }: Omit<DialogRequest, 'answer'>) {
  const words = [title, message, reason?.label].filter(Boolean).join('\n\n')
  if (reason) return window.prompt(words, reason.typed)?.trim() || undefined
  if (cancelLabel !== null) return window.confirm(words) ? '' : undefined
  window.alert(words)
  return undefined
}
