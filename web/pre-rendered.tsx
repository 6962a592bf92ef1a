// First, since the others look for a browser as they load.
import './core/no-browser.ts'

import { createMemoryHistory } from '@tanstack/react-router'
// Not the browser's variant, which would keep the build from ending.
import { prerender } from 'react-dom/static.edge'
import { App } from './app.tsx'
import { openRouter } from './routes.tsx'

export { pages } from './pre-rendered-pages.ts'

/** What a page puts into the head, and what into #root. */
export async function render(path: string): Promise<{ head: string; body: string }> {
  const router = openRouter(createMemoryHistory({ initialEntries: [path] }))
  await router.load()
  const failed = router.state.matches.find(({ status }) => status !== 'success')
  if (failed) throw failed.error ?? new Error(`${path} could not be drawn`)
  // In one piece: what React sends after the rest it puts into its place by a script.
  const { prelude } = await prerender(<App router={router} />, {
    progressiveChunkSize: Number.MAX_SAFE_INTEGER,
  })
  const html = await new Response(prelude).text()
  // React writes first what belongs into the head, which it does not draw here.
  const head = /^(<(title|meta|link)\b[^>]*>([^<]*<\/title>)?)*/.exec(html)?.[0] ?? ''
  return { head, body: html.slice(head.length) }
}
