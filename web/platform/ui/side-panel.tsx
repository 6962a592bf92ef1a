import { type ReactNode, useState } from 'react'
import { confirm } from './dialogs.tsx'
import { LazyModal } from './lazy-modal.tsx'
import styles from './side-panel.module.css'

interface Props {
  isOpen: boolean
  onClose: () => void
  title: string
  /** Whom or what it is about. */
  about: string
  /** Whether something would be lost: then it is asked about first. */
  hasDraft: boolean
  children: ReactNode
}

/** A panel at the right of the page that is worked in. */
export function SidePanel({ isOpen, onClose, title, about, hasDraft, children }: Props) {
  const [isAsking, setAsking] = useState(false)

  async function close(): Promise<void> {
    if (isAsking) return
    setAsking(hasDraft)
    const isSure = !hasDraft || (await confirm(question))
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
      size={640}
      title={
        <>
          {title}
          <span className={styles.about}>{about}</span>
        </>
      }
    >
      {children}
    </LazyModal>
  )
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
