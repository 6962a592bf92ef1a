import type * as z from 'zod/mini'
import { contentOf } from '#server/core/remote-calls.ts'
import type { AddressedAnswer } from '#server/core/webinar-platform/platform-asking.ts'
import type { AskZoom } from './zoom-calls.ts'
import type { ZoomWeight } from './zoom-limits.ts'

export interface ZoomList<Schema> {
  path: string
  query: Record<string, string>
  weight: ZoomWeight
  /** What a page looks like. */
  schema: Schema
}

/** The most that Zoom gives at once; without being asked it gives thirty. */
const pageSize = '300'

/** Every page of a list, with the answer that it was read from. */
export async function* zoomPages<Schema extends z.ZodMiniType<{ next_page_token: string }>>(
  ask: AskZoom,
  { path, query, weight, schema }: ZoomList<Schema>,
): AsyncGenerator<{ content: z.output<Schema>; answer: AddressedAnswer }> {
  let next = ''
  do {
    const paging = { page_size: pageSize, ...(next && { next_page_token: next }) }
    const answer = await ask({ path, query: { ...query, ...paging }, weight, wish: 'read' })
    const content = contentOf(answer, schema)
    if (next && content.next_page_token === next) throw answer.senseless('gives the same page again')
    yield { content, answer }
    next = content.next_page_token
  } while (next)
}
