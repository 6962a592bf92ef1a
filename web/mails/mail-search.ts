import * as z from 'zod/mini'
import { longest } from '#contract/core/fields.ts'
import { paths } from '#contract/core/paths.ts'
import { mailStatuses } from '#contract/mails/calls.ts'
import { dropped, droppedText, readListSearch } from '#web/core/ui/list-search.ts'

/** What an address of the list of mails says. */
const MailSearch = z.object({
  search: droppedText(longest.line),
  status: dropped(z.enum(mailStatuses)),
  /** The renewal year in which they were written. */
  year: dropped(z.int().check(z.minimum(1000), z.maximum(9999))),
})
export type MailSearch = z.infer<typeof MailSearch>

export function readMailSearch(params: Record<string, unknown>): MailSearch {
  return readListSearch(MailSearch, params)
}

/** Leads to some of the mails. */
export function mailsLink(search: MailSearch) {
  return { to: paths.mails(), search } as const
}
