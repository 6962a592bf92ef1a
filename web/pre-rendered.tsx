// First, because the other modules look for a browser while they load.
import './core/no-browser.ts'

import { createMemoryHistory } from '@tanstack/react-router'
// The browser's variant would keep the build from ending.
import { prerender } from 'react-dom/static.edge'
import type { PageData } from '#contract/core/page-data.ts'
import { App } from './app.tsx'
import { openRouter } from './routes.tsx'

/** Renders the page at this address, with this data: what belongs into the head, and what into #root. */
export async function render(path: string, pageData?: PageData): Promise<{ head: string; body: string }> {
  const router = openRouter(createMemoryHistory({ initialEntries: [path] }))
  await router.load()
  const failed = router.state.matches.find(({ status }) => status !== 'success')
  if (failed) throw failed.error ?? new Error(`${path} could not be drawn`)
  // In one piece: React would move later pieces into place with a script.
  const { prelude } = await prerender(<App router={router} pageData={pageData} />, {
    progressiveChunkSize: Number.MAX_SAFE_INTEGER,
  })
  const html = await new Response(prelude).text()
  // React writes the tags of the head first, because this tree has no head.
  const head = /^(<(title|meta|link)\b[^>]*>([^<]*<\/title>)?)*/.exec(html)?.[0] ?? ''
  return { head, body: html.slice(head.length) }
}
