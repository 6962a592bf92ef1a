import type { ComponentType } from 'react'
import { create } from 'zustand'
import { fetchWhenIdle, tryCode } from '#web/core/code.ts'
import { Contained } from './contained.tsx'
import type { ToastAction, ToastText } from './toast-area.tsx'

/** Shows at the bottom right that something is done, for a while with a button to undo it. */
export function toastDone(text: ToastText, action?: ToastAction): void {
  void show(text, 'done', action)
}

/** Shows an error at the bottom right, if no form or dialog can. */
export function toastError(message: string): void {
  void show(message, 'error')
}

/** Hides a toast that is no longer true. */
export function hideToast(text: ToastText): void {
  void tryCode(load).then(
    (toasts) => toasts.hideNotification(text),
    () => undefined,
  )
}

const load = () => import('./toast-area.tsx')
const useToasts = create<{ ToastArea: ComponentType | undefined }>(() => ({ ToastArea: undefined }))
fetchWhenIdle(load)

/** The place for toasts. If it throws, the page stays. */
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

async function show(text: ToastText, kind: 'done' | 'error', action?: ToastAction) {
  const toasts = await tryCode(load).catch(() => undefined)
  // If the code of toasts can't be fetched, the browser's own message shows the text.
  if (!toasts) return window.alert([text].flat().join('\n'))
  useToasts.setState({ ToastArea: toasts.default })
  toasts.showNotification(text, kind, action)
}
