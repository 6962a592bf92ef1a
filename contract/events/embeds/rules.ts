/** The most websites in the list: a browser reads all of them in a header. */
export const mostSites = 20

/** The text parts of an embedded frame's address, `data-show` of its script. */
export const shownParts = ['events', 'button'] as const
export type ShownPart = (typeof shownParts)[number]

/** A DNS name with a dot: no wildcard, and nothing that means more in a header. */
const hostForm = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/

/**
 * Returns the origin of a website as people type it: 'www.example.com/training' is https://www.example.com.
 * Returns undefined if it has none, or if it is not https; only localhost may be http.
 */
export function siteOf(typed: string): string | undefined {
  const text = typed.trim()
  if (text === '' || /[\s*]/.test(text)) return undefined
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`)
  if (url?.username !== '' || url.password !== '') return undefined
  if (url.hostname === 'localhost') return /^https?:$/.test(url.protocol) ? url.origin : undefined
  return url.protocol === 'https:' && hostForm.test(url.hostname) ? url.origin : undefined
}

/** The content of a frame. */
export interface Embed {
  show: ShownPart
  /** One event; absent: all open ones. */
  eventId?: number | undefined
}

/** Returns the HTML that a website pastes where the frame is to appear. */
export function embedCode(publicUrl: string, { show, eventId }: Embed): string {
  const attributes = [
    `src="${publicUrl}/embed.js"`,
    ...(show === 'events' ? [] : [`data-show="${show}"`]),
    ...(eventId === undefined ? [] : [`data-event="${eventId}"`]),
  ]
  return `<script async ${attributes.join(' ')}></script>`
}
