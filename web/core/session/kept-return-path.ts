/** Under which key the browser keeps the page that somebody wanted. */
export const returnPathKey = 'returnPath'

/** Remembers the page somebody wanted before they signed in, also for the tab that the mailed link opens. */
export function keepReturnPath(path: string): void {
  localStorage.setItem(returnPathKey, path)
}
