import * as z from 'zod/mini'
import { numberText } from './wire.ts'

/** Returns the fields to ask for a list in the order of changes. `id`: the form of its rows' ids. */
/* @__NO_SIDE_EFFECTS__ */
export function changesQuery(id: RegExp) {
  const error = "Has to be the 'next' of an earlier page of this list"
  const pattern = new RegExp(`^\\d{1,18}_${id.source}$`)
  return {
    /** The `next` of an earlier page; absent: everything from the start. */
    changedSince: z.optional(
      z.string({ error }).check(z.maxLength(60, { error }), z.regex(pattern, { error })),
    ),
    /** 500 by default. */
    limit: z.optional(numberText('A page has 1 to 1000 rows', { min: 1, max: 1000 })),
  }
}

export const changesNames = { changedSince: 'changed_since', hasMore: 'has_more' } as const

/** The fields of a page besides its rows. */
export const changesPage = {
  /** Pass it as `changed_since` to go on, now or later. */
  next: z.string(),
  /** More changes are ready now. */
  hasMore: z.boolean(),
}
