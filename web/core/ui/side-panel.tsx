import { createContext, type ReactNode, type RefObject, use, useLayoutEffect, useRef, useState } from 'react'
import { confirm } from './dialogs.tsx'
import type { DialogProps } from './later.tsx'
import { LazyModal } from './lazy-modal.tsx'
import styles from './side-panel.module.css'
import { useUnsavedWarning } from './unsaved.ts'

interface Props extends DialogProps {
  title: string
  /** Whom or what it is about. */
  about?: string
  /** Its width in px. */
  size?: number
  children: ReactNode
}

const Draft = createContext<RefObject<boolean>>({ current: false })

/** A panel at the right of the page that is worked in; it asks before something is lost that was begun in it. */
export function SidePanel({ isOpen, onClose, title, about, size = 640, children }: Props) {
  // Known at once: whoever types and presses Escape is faster than a state that follows from what is typed.
  const hasDraft = useRef(false)
  const [isAsking, setAsking] = useState(false)

  async function close(): Promise<void> {
    if (isAsking) return
    setAsking(hasDraft.current)
    const isSure = !hasDraft.current || (await confirm(question))
    setAsking(false)
    if (isSure) onClose()
  }

  return (
    <LazyModal
      opened={isOpen}
      onClose={() => void close()}
      // Escape is the question's meanwhile.
      closeOnEscape={!isAsking}
      look="panel"
      size={size}
      title={
        <>
          {title}
          {about && <span className={styles.about}>{about}</span>}
        </>
      }
    >
      <Draft value={hasDraft}>{children}</Draft>
    </LazyModal>
  )
}

/** Tells the panel around it, and the browser, whether something would be lost by closing it. */
export function usePanelDraft(hasDraft: boolean, options?: { isKept: boolean }): void {
  const told = use(Draft)
  useUnsavedWarning(hasDraft, { ...options, isPanel: true })
  useLayoutEffect(() => {
    told.current = hasDraft
    return () => {
      told.current = false
    }
  }, [hasDraft, told])
}

/** The panel's last line, which stays in sight: what can be done. */
export function SidePanelFooter({ children }: { children: ReactNode }) {
  return <div className={styles.footer}>{children}</div>
}

const question = {
  title: 'Close without saving?',
  message: 'What you have changed here is not saved yet.',
  confirmLabel: 'Close without saving',
  cancelLabel: 'Keep editing',
  tone: 'danger',
} as const
