import { lazy, Suspense, useEffect, useState } from 'react'
import { fetchCode } from '#web/platform/code.ts'
import { Contained } from '#web/platform/ui/contained.tsx'
import { isOfferDue } from './passkey-offers.ts'
import { canKeepPasskey } from './passkey-support.ts'

const Notice = lazy(() => fetchCode(() => import('./passkey-offer-notice.tsx')))

/** Offers a passkey to whoever has just come by a mailed link, where this device can keep one. */
export function PasskeyOffer() {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    if (isOfferDue()) void canKeepPasskey().then(setOpen)
  }, [])
  if (!isOpen) return null
  return (
    <Contained>
      <Suspense>
        <Notice onClose={() => setOpen(false)} />
      </Suspense>
    </Contained>
  )
}
