import { Typography } from '@mantine/core'

/** Shows formatted text of an administrator, which the server has cleaned. Its links open in a new tab. */
export function SafeHtml({ html }: { html: string }) {
  if (html.trim() === '') return null
  const opening = html.replaceAll('<a href=', '<a target="_blank" rel="noopener noreferrer" href=')
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the server cleans it when it reads it
  return <Typography dangerouslySetInnerHTML={{ __html: opening }} />
}
