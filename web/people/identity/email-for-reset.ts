const key = 'emailForReset'

/** Stores the email that a new password is for, so that the page of the emailed link need not ask. */
export function keepEmailForReset(email: string): void {
  localStorage.setItem(key, email)
}

export function emailForReset(): string {
  return localStorage.getItem(key) ?? ''
}

export function forgetEmailForReset(): void {
  localStorage.removeItem(key)
}
