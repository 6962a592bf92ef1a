/** Returns the registrant id by which the report of a door knows a registration: it stays true if the email changes. */
export function doorRegistrantId(registrationId: number): string {
  return `registration-${registrationId}`
}
