import { useState } from 'react'
import type { SecondFactor } from '#contract/second-factors.ts'
import { later } from '#web/platform/ui/later.tsx'

const FactorProofDialog = later(() => import('./factor-proof-dialog.tsx'))

type Factor = Pick<SecondFactor, 'isOn' | 'isProven' | 'hasApp' | 'passkeys'>

/** Lets something be done once the second factor was shown just now: at once where it was, else after the dialog that asks for it. */
export function useProvenFirst(factor: Factor) {
  const [asked, setAsked] = useState<{ go: () => void; isOpen: boolean; turn: number }>()

  function provenFirst(go: () => void): void {
    if (!factor.isOn || factor.isProven) go()
    else setAsked(({ turn } = { go, isOpen: false, turn: 0 }) => ({ go, isOpen: true, turn: turn + 1 }))
  }

  const dialog = asked && (
    <FactorProofDialog
      key={asked.turn}
      factor={factor}
      isOpen={asked.isOpen}
      onClose={() => setAsked({ ...asked, isOpen: false })}
      onProven={asked.go}
    />
  )
  return { provenFirst, dialog }
}
