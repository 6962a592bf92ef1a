import { Stack, Title } from '@mantine/core'
import { type ReactNode, useId, useRef, useState } from 'react'
import type { DialogProps } from './later.tsx'
import { LazyModal } from './lazy-modal.tsx'
import styles from './side-panel.module.css'
import { confirmLoss, PanelChanges } from './unsaved-changes.ts'

interface Props extends DialogProps {
  title: string
  /** Whom or what it is about. */
  about?: string
  /** Its width in px. */
  size?: number
  children: ReactNode
}

/** A panel at the right of the page that people work in; it asks before it loses unsaved changes. */
export function SidePanel({ isOpen, onClose, title, about, size = 640, children }: Props) {
  const hasChanges = useRef(false)
  const [isAsking, setAsking] = useState(false)

  async function close(): Promise<void> {
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
      // Escape is the question's meanwhile.
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

/** A part of a panel, under its title. */
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

/** The panel's last line, which stays in sight: what can be done. */
export function SidePanelFooter({ children }: { children: ReactNode }) {
  return <div className={`row ${styles.footer}`}>{children}</div>
}
