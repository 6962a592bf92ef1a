const prefix = 'registration-'

/** Returns the registrant id by which the report of a door knows a registration: it stays true if the email changes. */
export function doorRegistrantId(registrationId: number): string {
  return `${prefix}${registrationId}`
}

/** Returns the registration that a registrant id of a door names; 0 for another text. */
export function doorRegistration(registrantId: string): number {
  const digits = registrantId.startsWith(prefix) ? registrantId.slice(prefix.length) : ''
  return /^\d+$/.test(digits) ? Number(digits) : 0
}
