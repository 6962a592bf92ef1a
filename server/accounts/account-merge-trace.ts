import type { FilledFields } from '#contract/accounts/merges.ts'

/** What an undo needs: the registrations that were handed over, those that ended, and the profile fields that were filled. */
export interface MergeTrace {
  handedOver: number[]
  ended: number[]
  filled: FilledFields
}
