import { Anchor } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'

const SupportDialog = lazy(() => import('./support-dialog.tsx'))

/** Opens the form that mails a question to support. */
export function ContactSupport() {
  const [state, setState] = useState<'untouched' | 'open' | 'closed'>('untouched')
  return (
    <>
      <Anchor component="button" type="button" fw={600} onClick={() => setState('open')}>
        Contact Support
      </Anchor>
      {state !== 'untouched' && (
        <Suspense>
          <SupportDialog isOpen={state === 'open'} onClose={() => setState('closed')} />
        </Suspense>
      )}
    </>
  )
}
