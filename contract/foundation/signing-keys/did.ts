/** Returns a portal's name for verifiers, which leads to its keys. Source: the did:web method. */
export function didOf(publicUrl: string): string {
  return `did:web:${encodeURIComponent(new URL(publicUrl).host)}`
}
