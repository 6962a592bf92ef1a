import { Modal, type ModalProps } from '@mantine/core'
import { useEffect, useState } from 'react'

/**
 * A dialog whose code arrives when it is first opened. Mantine notes where the focus has to return to when a dialog
 * turns from closed to open, so this one is closed for its first moment.
 */
export function LazyModal({ opened, ...props }: ModalProps) {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => setOpen(opened), [opened])
  return <Modal opened={isOpen} {...props} />
}
