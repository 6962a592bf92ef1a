import type { ComponentProps } from 'react'
import { DialogForm } from './dialog-form.tsx'
import type { DialogProps } from './later.tsx'
import { LazyModal } from './lazy-modal.tsx'

type Props = DialogProps &
  Pick<ComponentProps<typeof LazyModal>, 'title' | 'size' | 'look' | 'zIndex'> &
  Omit<ComponentProps<typeof DialogForm>, 'onCancel' | 'size'>

/** A dialog that is one form. Its buttons send the form, and close the dialog. */
export function FormDialog({ isOpen, onClose, title, size, look, zIndex, ...form }: Props) {
  const place = { title, size, ...(look && { look }), ...(zIndex && { zIndex }) }
  return (
    <LazyModal opened={isOpen} onClose={onClose} centered {...place}>
      <DialogForm onCancel={onClose} {...form} />
    </LazyModal>
  )
}
