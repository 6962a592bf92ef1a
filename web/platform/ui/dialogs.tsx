import { lazy, Suspense } from 'react'
import { create } from 'zustand'
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

const useDialog = create<{ request: DialogRequest | undefined; isOpen: boolean }>(() => ({
  request: undefined,
  isOpen: false,
}))
const Dialog = lazy(() => import('./dialog.tsx'))

/** Where dialogs appear; loads nothing before the first. */
export function Dialogs() {
  const { request, isOpen } = useDialog()
  if (!request) return null
  return (
    <Suspense>
      <Dialog request={request} isOpen={isOpen} />
    </Suspense>
  )
}

function ask(request: Omit<DialogRequest, 'answer'>): Promise<boolean> {
  useDialog.getState().request?.answer(false)
  return new Promise((resolve) => {
    const answer = (isConfirmed: boolean) => {
      useDialog.setState({ isOpen: false })
      resolve(isConfirmed)
    }
    useDialog.setState({ request: { ...request, answer }, isOpen: true })
  })
}
