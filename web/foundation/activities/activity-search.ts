import * as z from 'zod/mini'
import { longest } from '#contract/core/fields.ts'
import { id } from '#contract/core/wire.ts'
import { activityLabels } from '#contract/foundation/activities/calls.ts'
import { dropped, droppedText, readListSearch } from '#web/core/ui/list-search.ts'

const ActivitySearch = z.object({
  search: droppedText(longest.line),
  userId: dropped(z.uuid()),
  eventId: dropped(id()),
  activity: dropped(z.enum(Object.keys(activityLabels) as [keyof typeof activityLabels])),
})
export type ActivitySearch = z.infer<typeof ActivitySearch>

export function readActivitySearch(params: Record<string, unknown>): ActivitySearch {
  return readListSearch(ActivitySearch, params)
}
