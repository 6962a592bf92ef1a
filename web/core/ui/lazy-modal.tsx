import type { ModalProps } from '@mantine/core'
import { Modal } from '@mantine/core'
import type { CSSProperties } from 'react'
import { startTransition, useEffect, useRef, useState } from 'react'
import { useEscape } from './escape.ts'
import { leaveFocusHome, measureScrollbar, returnFocus } from './focus-home.ts'
import styles from './lazy-modal.module.css'

interface Props extends ModalProps {
  /** The height on a wide screen in px; the content's by default. */
  height?: number
  /** 'short' does not fill a phone's screen. 'panel' is at the right side, as high as the screen. */
  look?: 'short' | 'panel'
}

/**
 * A dialog that opens a moment after mounting, so that React can draw it in small pieces. When it closes, the
 * previously focused element gets the focus. Escape closes the top dialog.
 */
export function LazyModal({ opened, height, look, closeOnEscape = true, ...props }: Props) {
  const [isOpen, setOpen] = useState(false)
  const opener = useRef<Element>(null)
  useEffect(() => {
    if (!opened) return setOpen(false)
    opener.current = document.activeElement
    // Measured before anything changes: later the browser would have to lay out the page for it.
    measureScrollbar()
    startTransition(() => setOpen(true))
  }, [opened])
  useEffect(() => (isOpen ? leaveFocusHome() : undefined), [isOpen])
  // Released as soon as it closes: a quick second Escape is for the dialog below.
  useEscape(() => closeOnEscape && props.onClose(), isOpen && opened)
  return (
    <Modal
      opened={isOpen}
      // With only one of the two, the dialog would be drawn in one piece.
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
        body: styles.body ?? '',
        overlay: styles.overlay ?? '',
      }}
      style={{ '--dialog-height': height ? `${height}px` : 'auto' } as CSSProperties}
      {...props}
    />
  )
}
