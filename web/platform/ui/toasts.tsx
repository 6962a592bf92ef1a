import { lazy, Suspense, useSyncExternalStore } from 'react'

/** Says bottom-right that something is done. */
export function toastDone(message: string): void {
  void show(message, 'done')
}

/** Says bottom-right what went wrong, where no form or dialog can say it. */
export function toastError(message: string): void {
  void show(message, 'error')
}

const ToastArea = lazy(() => import('./toast-area.tsx'))
let isWanted = false
const listeners = new Set<() => void>()

/** Where toasts appear; loads nothing before the first. */
export function Toasts() {
  const isShown = useSyncExternalStore(subscribe, () => isWanted)
  return isShown ? (
    <Suspense>
      <ToastArea />
    </Suspense>
  ) : null
}

async function show(message: string, kind: 'done' | 'error'): Promise<void> {
  isWanted = true
  for (const tell of listeners) tell()
  const { showNotification } = await import('./toast-area.tsx')
  showNotification(message, kind)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
