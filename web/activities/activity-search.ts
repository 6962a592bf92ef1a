import * as z from 'zod/mini'
import { activityLabels } from '#contract/activities.ts'
import { longest } from '#contract/fields.ts'
import { id } from '#contract/wire.ts'

/** What an address of the history says: what makes no sense is dropped, so an old or mistyped one still opens. */
const ActivitySearch = z.object({
  search: dropped(z.string().check(z.minLength(1), z.maxLength(longest.line))),
  userId: dropped(z.uuid()),
  eventId: dropped(id()),
  activity: dropped(z.enum(Object.keys(activityLabels) as [keyof typeof activityLabels])),
})
export type ActivitySearch = z.infer<typeof ActivitySearch>

/** Reads an address' search parameters; a search of digits only arrives as a number. */
export function readActivitySearch(params: Record<string, unknown>): ActivitySearch {
  const { search } = params
  const found = ActivitySearch.parse({
    ...params,
    search: typeof search === 'number' ? String(search) : search,
  })
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined))
}

function dropped<T extends z.ZodMiniType>(schema: T) {
  return z.catch(z.optional(schema), undefined)
}
