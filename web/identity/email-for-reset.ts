const key = 'emailForReset'

/** Remembers who asked for a new password, so that the page of the mailed link need not ask again. */
export function keepEmailForReset(email: string): void {
  localStorage.setItem(key, email)
}

export function emailForReset(): string {
  return localStorage.getItem(key) ?? ''
}

export function forgetEmailForReset(): void {
  localStorage.removeItem(key)
}
