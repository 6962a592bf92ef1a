import { Anchor } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { later } from '#web/core/ui/later.tsx'

const SupportDialog = later(() => import('./support-dialog.tsx'))

/** Opens the form that emails a question to support. */
export function ContactSupport() {
  const [isOpen, { open, close }] = useDisclosure()
  return (
    <>
      <Anchor component="button" type="button" fw={600} onClick={open}>
        Contact Support
      </Anchor>
      <SupportDialog isOpen={isOpen} onClose={close} />
    </>
  )
}
