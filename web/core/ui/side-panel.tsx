import { Stack, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useId, useRef, useState } from 'react'
import type { DialogProps } from './later.tsx'
import { LazyModal } from './lazy-modal.tsx'
import styles from './side-panel.module.css'
import { confirmLoss, PanelChanges } from './unsaved-changes.ts'

interface Props extends DialogProps {
  title: string
  about?: string
  size?: number
  children: ReactNode
}

/** A panel at the right side of the page. It asks before unsaved changes are lost. */
export function SidePanel({ isOpen, onClose, title, about, size = 640, children }: Props) {
  const hasChanges = useRef(false)
  const [isAsking, setAsking] = useState(false)

  async function close() {
    if (isAsking) return
    setAsking(hasChanges.current)
    const isSure = !hasChanges.current || (await confirmLoss('Close'))
    setAsking(false)
    if (isSure) onClose()
  }

  return (
    <LazyModal
      opened={isOpen}
      onClose={() => void close()}
      // Escape then closes the question.
      closeOnEscape={!isAsking}
      look="panel"
      size={size}
      title={
        <>
          {title}
          {about && <span className={`muted anywhere ${styles.about}`}>{about}</span>}
        </>
      }
    >
      <PanelChanges value={hasChanges}>{children}</PanelChanges>
    </LazyModal>
  )
}

export function PanelSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <Stack component="section" aria-labelledby={id} gap="sm">
      <Title order={3} id={id}>
        {title}
      </Title>
      {children}
    </Stack>
  )
}

/** A panel's last line, which stays in sight while it scrolls. */
export function SidePanelFooter({ children }: { children: ReactNode }) {
  return (
    <div className={`row ${styles.footer}`} data-bottom-bar>
      {children}
    </div>
  )
}
