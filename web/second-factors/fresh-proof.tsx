import { useState } from 'react'
import { ApiError } from '#web/core/api/api-error.ts'
import { later } from '#web/core/ui/later.tsx'
import type { WantedProof } from './wanted-proof.ts'

const FreshProofDialog = later(() => import('./fresh-proof-dialog.tsx'))

interface Asked {
  wanted: WantedProof
  isOpen: boolean
  /** Each question begins with nothing typed. */
  turn: number
  answer: (isProven: boolean) => void
}

/** Does what the server may want a proof for: it is asked for in the `dialog`, and then it is done. */
export function useFreshProof() {
  const [asked, setAsked] = useState<Asked>()

  /** Throws what `act` throws; what nobody proved is told by nothing. */
  async function withProof<Result>(act: () => Promise<Result>): Promise<Result> {
    try {
      return await act()
    } catch (error) {
      if (!(error instanceof ApiError && isWanted(error.code))) throw error
      const { status, code, message } = error
      if (!(await isProven(code as WantedProof))) throw new ApiError(status, { code, message, isTold: true })
      return act()
    }
  }

  function isProven(wanted: WantedProof): Promise<boolean> {
    return new Promise((resolve) => {
      const answer = (given: boolean) => {
        setAsked((last) => last && { ...last, isOpen: false })
        resolve(given)
      }
      setAsked((last) => ({ wanted, isOpen: true, turn: (last?.turn ?? 0) + 1, answer }))
    })
  }

  const dialog = asked && (
    <FreshProofDialog
      key={asked.turn}
      wanted={asked.wanted}
      isOpen={asked.isOpen}
      onClose={() => asked.answer(false)}
      onProven={() => asked.answer(true)}
    />
  )
  return { withProof, dialog }
}

function isWanted(code: string): code is WantedProof {
  return ['FACTOR_NOT_PROVEN', 'PASSWORD_NOT_PROVEN', 'SIGN_IN_TOO_OLD'].includes(code)
}
