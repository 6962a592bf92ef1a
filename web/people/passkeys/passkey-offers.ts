const declinedKey = 'passkeyDeclined'
const dueKey = 'passkeyOffer'

/** Records a sign-in by an emailed link, after which a passkey may be offered. */
export function makeOfferDue(): void {
  if (localStorage.getItem(declinedKey) === null) sessionStorage.setItem(dueKey, 'due')
}

export function isOfferDue(): boolean {
  return sessionStorage.getItem(dueKey) !== null
}

/** Ends the offer until the next sign-in by an emailed link. */
export function putOfferOff(): void {
  sessionStorage.removeItem(dueKey)
}

/** Ends the offer in this browser. */
export function declineOffer(): void {
  localStorage.setItem(declinedKey, 'yes')
  putOfferOff()
}
