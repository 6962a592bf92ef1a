import { create } from 'zustand'
import { ApiError } from '#web/core/api/api-error.ts'
import { later } from '#web/core/ui/later.tsx'

const FreshProofDialog = later(() => import('./fresh-proof-dialog.tsx'))

const proofs = ['FACTOR_NOT_PROVEN', 'PASSWORD_NOT_PROVEN', 'EMAIL_NOT_PROVEN', 'SIGN_IN_TOO_OLD'] as const
/** A proof that the server wants first. */
type WantedProof = (typeof proofs)[number]

interface Asked {
  wanted: WantedProof
  isOpen: boolean
  /** Counts the questions: each starts with empty fields. */
  turn: number
  answer: (isProven: boolean) => void
}

const useAsked = create<{ asked: Asked | undefined }>(() => ({ asked: undefined }))

/**
 * Runs `act`. If the server wants a proof, asks in the page's `FreshProof` and runs it again. Throws what
 * `act` throws; a canceled proof needs no message.
 */
export async function withProof<Result>(act: () => Promise<Result>): Promise<Result> {
  try {
    return await act()
  } catch (error) {
    const wanted = error instanceof ApiError ? proofs.find((proof) => proof === error.code) : undefined
    if (!wanted || !(error instanceof ApiError)) throw error
    const { status, code, message } = error
    if (!(await isProven(wanted))) throw new ApiError(status, { code, message, isTold: true })
    return act()
  }
}

/** The place for the dialog, on each page that uses `withProof`. */
export function FreshProof() {
  const { asked } = useAsked()
  if (!asked) return null
  return (
    <FreshProofDialog
      key={asked.turn}
      wanted={asked.wanted}
      isOpen={asked.isOpen}
      onClose={() => asked.answer(false)}
      onProven={() => asked.answer(true)}
    />
  )
}

function isProven(wanted: WantedProof) {
  return new Promise((resolve) => {
    const answer = (given: boolean) => {
      useAsked.setState(({ asked }) => ({ asked: asked && { ...asked, isOpen: false } }))
      resolve(given)
    }
    useAsked.setState(({ asked }) => ({
      asked: { wanted, isOpen: true, turn: (asked?.turn ?? 0) + 1, answer },
    }))
  })
}
