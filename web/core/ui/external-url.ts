/** Returns an http or https address for a link, https by default; undefined for anything else. */
export function externalUrl(address: string | null | undefined): string | undefined {
  const text = address?.trim() ?? ''
  if (text === '') return undefined
  const url = URL.parse(/^[a-z][a-z\d+.-]*:/i.test(text) ? text : `https://${text}`)
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url.href : undefined
}
