/** Returns a name for comparison: in lower case, with single spaces. */
export function comparedName(name: string): string {
  return name.trim().replaceAll(/\s+/g, ' ').toLowerCase()
}

/** Returns the name of somebody who acted, or their email; '' for nobody, or a deleted account. */
export function nameOrEmail(person: {
  firstName: string | null
  lastName: string | null
  email: string | null
}): string {
  return `${person.firstName ?? ''} ${person.lastName ?? ''}`.trim() || (person.email ?? '')
}
