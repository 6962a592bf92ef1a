/** Returns the name of a portal for verifiers, from which the address of its keys follows. Source: the did:web method. */
export function didOf(publicUrl: string): string {
  return `did:web:${encodeURIComponent(new URL(publicUrl).host)}`
}
