import type { ComponentType } from 'react'
import { create } from 'zustand'
import { fetchWhenIdle, tryCode } from '#web/platform/code.ts'
import { Contained } from './contained.tsx'
import type { DialogRequest } from './dialog.tsx'

type Question = Pick<DialogRequest, 'title'> & Partial<Omit<DialogRequest, 'title' | 'answer'>>

/** Asks; true where the person confirms. */
export function confirm(question: Question): Promise<boolean> {
  return ask({ confirmLabel: 'Yes', cancelLabel: 'Cancel', tone: 'plain', ...question })
}

/** Tells, and resolves when it is closed. */
export async function inform(message: Question): Promise<void> {
  await ask({ confirmLabel: 'OK', cancelLabel: null, tone: 'done', ...message })
}

interface Asked {
  Dialog: ComponentType<{ request: DialogRequest; isOpen: boolean }>
  request: DialogRequest
}

const useDialog = create<{ asked: Asked | undefined; isOpen: boolean }>(() => ({
  asked: undefined,
  isOpen: false,
}))
const load = () => import('./dialog.tsx')
fetchWhenIdle(load)

/** Where dialogs appear; one that breaks answers no, and takes no page along. */
export function Dialogs() {
  const { asked, isOpen } = useDialog()
  if (!asked) return null
  const { Dialog, request } = asked
  return (
    <Contained attempt={request} onBreak={() => request.answer(false)}>
      <Dialog request={request} isOpen={isOpen} />
    </Contained>
  )
}

async function ask(request: Omit<DialogRequest, 'answer'>): Promise<boolean> {
  const code = await tryCode(load).catch(() => undefined)
  if (!code) return askPlainly(request)
  useDialog.getState().asked?.request.answer(false)
  return new Promise((resolve) => {
    const answer = (isConfirmed: boolean) => {
      useDialog.setState({ isOpen: false })
      resolve(isConfirmed)
    }
    useDialog.setState({ asked: { Dialog: code.default, request: { ...request, answer } }, isOpen: true })
  })
}

// Its code is gone, or the portal can't be reached: the browser's own way loses no word.
function askPlainly({ title, message, cancelLabel }: Omit<DialogRequest, 'answer'>): boolean {
  const words = [title, message].filter(Boolean).join('\n\n')
  if (cancelLabel !== null) return window.confirm(words)
  window.alert(words)
  return false
}
