/** The storage key of the page that a visitor wanted. */
export const returnPathKey = 'returnPath'

/** Stores the page that a visitor wanted before signing in, also for the tab that the emailed link opens. */
export function keepReturnPath(path: string): void {
  localStorage.setItem(returnPathKey, path)
}
