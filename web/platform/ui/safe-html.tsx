import { Typography } from '@mantine/core'
import DOMPurify from 'dompurify'
import { useMemo } from 'react'

/** Formatted text that an administrator wrote; the server has cleaned it, and here it is cleaned again. */
export function SafeHtml({ html }: { html: string }) {
  const clean = useMemo(
    () => DOMPurify.sanitize(html, { USE_PROFILES: { html: true }, FORBID_TAGS: ['style', 'form', 'img'] }),
    [html],
  )
  if (clean.trim() === '') return null
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised one line above
  return <Typography dangerouslySetInnerHTML={{ __html: clean }} />
}
