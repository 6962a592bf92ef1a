/** The mailbox' search parameters: the recipient its list is filtered by, and the mail that is open. */
export interface MailboxSearch {
  to?: string
  id?: number
}

export function readMailboxSearch({ to, id }: Record<string, unknown>): MailboxSearch {
  return {
    ...((typeof to === 'string' || typeof to === 'number') && to !== '' && { to: String(to) }),
    ...(typeof id === 'number' && { id }),
  }
}
