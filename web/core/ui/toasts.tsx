import type { ComponentType } from 'react'
import { create } from 'zustand'
import { fetchWhenIdle, tryCode } from '#web/core/code.ts'
import { Contained } from './contained.tsx'
import type { ToastAction, ToastText } from './toast-area.tsx'

/** Says bottom-right that something is done. What can be taken back is offered there for a while. */
export function toastDone(text: ToastText, action?: ToastAction): void {
  void show(text, 'done', action)
}

/** Says bottom-right what went wrong, where no form or dialog can say it. */
export function toastError(message: string): void {
  void show(message, 'error')
}

const load = () => import('./toast-area.tsx')
const useToasts = create<{ ToastArea: ComponentType | undefined }>(() => ({ ToastArea: undefined }))
fetchWhenIdle(load)

/** Where toasts appear; what breaks here takes no page along. */
export function Toasts() {
  const { ToastArea } = useToasts()
  return (
    ToastArea && (
      <Contained>
        <ToastArea />
      </Contained>
    )
  )
}

async function show(text: ToastText, kind: 'done' | 'error', action?: ToastAction): Promise<void> {
  const toasts = await tryCode(load).catch(() => undefined)
  // Their code is gone, or the portal can't be reached: the browser's own way loses no word.
  if (!toasts) return window.alert([text].flat().join('\n'))
  useToasts.setState({ ToastArea: toasts.default })
  toasts.showNotification(text, kind, action)
}
