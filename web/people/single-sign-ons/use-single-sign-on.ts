import { useEffect, useState } from 'react'
import type { SingleSignOn } from '#contract/people/single-sign-ons/calls.ts'
import { getSingleSignOn } from '#contract/people/single-sign-ons/calls.ts'
import { call } from '#web/core/api/call.ts'

/** Returns how administrators sign in by single sign-on; null: not at all; undefined: not known yet. */
export function useSingleSignOn(): SingleSignOn | null | undefined {
  const [found, setFound] = useState<SingleSignOn | null>()
  useEffect(() => {
    call(getSingleSignOn, {})
      .then(({ singleSignOn }) => setFound(singleSignOn))
      // Without an answer, the password form says what is wrong.
      .catch(() => setFound(null))
  }, [])
  return found
}
