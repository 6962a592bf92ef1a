import { Anchor } from '@mantine/core'
import { useState } from 'react'
import { later } from '#web/core/ui/later.tsx'

const SupportDialog = later(() => import('./support-dialog.tsx'))

/** Opens the form that emails a question to support. */
export function ContactSupport() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Anchor component="button" type="button" fw={600} onClick={() => setOpen(true)}>
        Contact Support
      </Anchor>
      <SupportDialog isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}
