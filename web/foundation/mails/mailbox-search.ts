/** The search parameters of the mailbox: the recipient to filter by, and the open email. */
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
