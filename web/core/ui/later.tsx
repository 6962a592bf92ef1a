import type { ComponentType } from 'react'
import { Suspense, use } from 'react'
import { explain } from '#web/core/api/explain.ts'
import { fetchCode, fetchWhenIdle } from '#web/core/code.ts'
import { Contained } from './contained.tsx'
import { toastError } from './toasts.tsx'

export interface DialogProps {
  isOpen: boolean
  onClose: () => void
}

/**
 * Returns a dialog whose code is fetched when first opened, or earlier, by `fetchWhenIdle`. If the code is
 * missing or throws, a toast says so, and the dialog closes and can be opened again.
 */
export function later<Props extends DialogProps>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> {
  fetchWhenIdle(load)
  let arriving: ReturnType<typeof load> | undefined

  function Arriving(props: Props) {
    arriving ??= fetchCode(load)
    const { default: Dialog } = use(arriving)
    return <Dialog {...props} />
  }

  return function Later(props: Props) {
    // A dialog that was never opened needs no code.
    if (!props.isOpen && !arriving) return null
    return (
      <Contained onBreak={giveUp}>
        <Suspense>
          <Arriving {...props} />
        </Suspense>
      </Contained>
    )

    function giveUp(error: unknown) {
      arriving = undefined
      const words = explain(error)
      if (words) toastError(words)
      props.onClose()
    }
  }
}
