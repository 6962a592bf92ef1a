import { Modal, type ModalProps } from '@mantine/core'
import { type CSSProperties, startTransition, useEffect, useRef, useState } from 'react'
import { useEscape } from './escape.ts'
import { leaveFocusHome, measureScrollbar, returnFocus } from './focus-home.ts'
import styles from './lazy-modal.module.css'

interface Props extends ModalProps {
  /** On a wide screen, in px; absent: as high as what it holds. */
  height?: number
  /**
   * 'short': a question or a message, which leaves the page around it in sight on a phone, too; any other fills its screen.
   * 'panel': at the right side of the screen, as high as it.
   */
  look?: 'short' | 'panel'
}

/**
 * A dialog whose code arrives when it is first opened. It is closed for its first moment, while it is drawn in small
 * pieces. Once it has closed, the focus returns to what had it before. Of several, Escape closes the one on top.
 */
export function LazyModal({ opened, height, look, closeOnEscape = true, ...props }: Props) {
  const [isOpen, setOpen] = useState(false)
  const opener = useRef<Element>(null)
  useEffect(() => {
    if (!opened) return setOpen(false)
    opener.current = document.activeElement
    // Now, while the page stands still: later it would have to be laid out for it.
    measureScrollbar()
    startTransition(() => setOpen(true))
  }, [opened])
  useEffect(() => (isOpen ? leaveFocusHome() : undefined), [isOpen])
  // As soon as it is to close, not once it has: the next Escape, however quick, is for the one below.
  useEscape(() => closeOnEscape && props.onClose(), isOpen && opened)
  return (
    <Modal
      opened={isOpen}
      // Both: else it is drawn at once, in a piece.
      keepMounted={opened || isOpen}
      transitionProps={{ duration: 0 }}
      lockScroll={false}
      returnFocus={false}
      closeOnEscape={false}
      onExitTransitionEnd={() => returnFocus(opener.current)}
      classNames={{
        root: (look === 'short' ? '' : styles.dialog) + (look === 'panel' ? ` ${styles.panel}` : ''),
        inner: styles.inner ?? '',
        content: styles.content ?? '',
        overlay: styles.overlay ?? '',
      }}
      style={{ '--dialog-height': height ? `${height}px` : 'auto' } as CSSProperties}
      {...props}
    />
  )
}
