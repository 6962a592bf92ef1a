/** What somebody in the United States has told of themselves, with nothing missing. */
export const completeProfile = {
  firstName: 'Pat',
  lastName: "O'Brien",
  country: 'United States',
  state: 'South Carolina',
  zip: '29201',
  companyName: 'Example Aviation',
  phone: '+1||8035550100',
}
