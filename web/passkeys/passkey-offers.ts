const declinedKey = 'passkeyDeclined'
const dueKey = 'passkeyOffer'

/** Somebody has come by a mailed link: once they are in, a passkey may be offered. */
export function makeOfferDue(): void {
  if (localStorage.getItem(declinedKey) === null) sessionStorage.setItem(dueKey, 'due')
}

export function isOfferDue(): boolean {
  return sessionStorage.getItem(dueKey) !== null
}

/** Not now: it is offered again after the next mailed link. */
export function putOfferOff(): void {
  sessionStorage.removeItem(dueKey)
}

/** Never again in this browser. */
export function declineOffer(): void {
  localStorage.setItem(declinedKey, 'yes')
  putOfferOff()
}
