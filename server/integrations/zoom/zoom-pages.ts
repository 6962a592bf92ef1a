import type * as z from 'zod/mini'
import { contentOf } from '#server/core/remote-calls.ts'
import type { AddressedAnswer } from '#server/core/webinar-platform/platform-calls.ts'
import type { AskZoom } from './zoom-calls.ts'
import type { ZoomWeight } from './zoom-limits.ts'

interface ZoomList<Schema> {
  path: string
  query: Record<string, string>
  weight: ZoomWeight
  schema: Schema
}

/** The largest page that Zoom returns; the default is thirty. */
const pageSize = '300'

/** Yields every page of a list, with its answer. */
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
