import { Anchor } from '@mantine/core'
import { useState } from 'react'
import { later } from '#web/core/ui/later.tsx'

const SupportDialog = later(() => import('./support-dialog.tsx'))

/** Opens the form that mails a question to support. */
export function ContactSupport() {
  const [state, setState] = useState<'untouched' | 'open' | 'closed'>('untouched')
  return (
    <>
      <Anchor component="button" type="button" fw={600} onClick={() => setState('open')}>
        Contact Support
      </Anchor>
      {state !== 'untouched' && (
        <SupportDialog isOpen={state === 'open'} onClose={() => setState('closed')} />
      )}
    </>
  )
}
