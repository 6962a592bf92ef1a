/** A complete profile of somebody in the United States. */
export const completeProfile = {
  firstName: 'Pat',
  lastName: "O'Brien",
  country: 'United States',
  state: 'South Carolina',
  zip: '29201',
  companyName: 'Example Aviation',
  phone: '+1||8035550100',
}
