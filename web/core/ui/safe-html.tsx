import { Typography } from '@mantine/core'
import type { Config } from 'dompurify'
import DOMPurify from 'dompurify'
import { useMemo } from 'react'
import { richTextLink, richTextTags } from '#contract/core/rich-text.ts'

const shown = {
  ALLOWED_TAGS: [...richTextTags],
  ALLOWED_ATTR: ['href'],
  ALLOWED_URI_REGEXP: richTextLink,
  ALLOW_ARIA_ATTR: false,
  ALLOW_DATA_ATTR: false,
  RETURN_DOM: true,
} satisfies Config

/** Shows an administrator's formatted text. The server sanitized it; this does so again. */
export function SafeHtml({ html }: { html: string }) {
  const clean = useMemo(() => cleaned(html), [html])
  if (clean.trim() === '') return null
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised one line above
  return <Typography dangerouslySetInnerHTML={{ __html: clean }} />
}

/** Returns the allowed part of the HTML. Its links open in a new tab. */
function cleaned(html: string): string {
  const body = DOMPurify.sanitize(html, shown) as HTMLElement
  for (const link of body.querySelectorAll<HTMLAnchorElement>('a[href]')) {
    link.target = '_blank'
    link.rel = 'noopener noreferrer'
  }
  return body.innerHTML
}
