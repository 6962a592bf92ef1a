/** Returns the registrant id of a registration in a door's report. It stays the same if the email changes. */
export function doorRegistrantId(registrationId: number): string {
  return `registration-${registrationId}`
}
