/** The storage key of the page that somebody wanted. */
export const returnPathKey = 'returnPath'

/** Stores the page that somebody wanted before they signed in, also for the tab that the emailed link opens. */
export function keepReturnPath(path: string): void {
  localStorage.setItem(returnPathKey, path)
}
