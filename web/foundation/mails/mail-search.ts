import * as z from 'zod/mini'
import { longest } from '#contract/core/fields.ts'
import { paths } from '#contract/core/paths.ts'
import { mailStatuses } from '#contract/foundation/mails/calls.ts'
import { dropped, droppedText, readListSearch } from '#web/core/ui/list-search.ts'

/** The search parameters of the list of emails. */
const MailSearch = z.object({
  search: droppedText(longest.line),
  status: dropped(z.enum(mailStatuses)),
  /** A renewal year. */
  year: dropped(z.int().check(z.minimum(1000), z.maximum(9999))),
})
export type MailSearch = z.infer<typeof MailSearch>

export function readMailSearch(params: Record<string, unknown>): MailSearch {
  return readListSearch(MailSearch, params)
}

/** Returns a link to the list of emails with these filters. */
export function mailsLink(search: MailSearch) {
  return { to: paths.mails(), search } as const
}
