import { Modal, type ModalProps } from '@mantine/core'
import { type CSSProperties, useEffect, useState } from 'react'
import { leaveFocusHome, returnFocusHome } from './focus-home.ts'
import styles from './lazy-modal.module.css'

interface Props extends ModalProps {
  /** On a wide screen, in px; absent: as high as what it holds. */
  height?: number
  /** A question or a message, which leaves the page around it in sight on a phone, too; any other fills its screen. */
  isShort?: boolean
}

/**
 * A dialog whose code arrives when it is first opened. Mantine notes where the focus has to return to when a dialog
 * turns from closed to open, so this one is closed for its first moment.
 */
export function LazyModal({ opened, height, isShort = false, ...props }: Props) {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => setOpen(opened), [opened])
  useEffect(() => (isOpen ? leaveFocusHome() : undefined), [isOpen])
  return (
    <Modal
      opened={isOpen}
      onExitTransitionEnd={returnFocusHome}
      {...(!isShort && { classNames: { root: styles.dialog ?? '', content: styles.content ?? '' } })}
      style={{ '--dialog-height': height ? `${height}px` : 'auto' } as CSSProperties}
      {...props}
    />
  )
}
