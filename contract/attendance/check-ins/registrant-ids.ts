const prefix = 'registration-'

/** Returns the registrant id of a registration in a door's report. It stays the same if the email changes. */
export function doorRegistrantId(registrationId: number): string {
  return `${prefix}${registrationId}`
}

/** Returns the registration that a registrant id of a door names; 0 for another text. */
export function doorRegistration(registrantId: string): number {
  const digits = registrantId.startsWith(prefix) ? registrantId.slice(prefix.length) : ''
  return /^\d+$/.test(digits) ? Number(digits) : 0
}
