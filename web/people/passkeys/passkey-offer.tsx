import { lazy, Suspense, useEffect, useState } from 'react'
import { fetchCode, tryCode } from '#web/core/code.ts'
import type { SessionUser } from '#web/core/session/session-user.ts'
import { Contained } from '#web/core/ui/contained.tsx'
import { isOfferDue } from './passkey-offers.ts'
import { canKeepPasskey } from './passkey-support.ts'

const Notice = lazy(() => fetchCode(() => import('./passkey-offer-notice.tsx')))

/** Offers a passkey after a sign-in by an emailed link, if the profile is complete and this device can store one. */
export function PasskeyOffer({ user }: { user: SessionUser }) {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    void isTimely(user).then(setOpen, () => undefined)
  }, [user])
  if (!isOpen) return null
  return (
    <Contained>
      <Suspense>
        <Notice onClose={() => setOpen(false)} />
      </Suspense>
    </Contained>
  )
}

async function isTimely(user: SessionUser) {
  if (!isOfferDue()) return false
  const { isProfileComplete } = await tryCode(() => import('#contract/people/users/profiles.ts'))
  return isProfileComplete(user) && canKeepPasskey()
}
