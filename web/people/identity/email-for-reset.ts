const key = 'emailForReset'

/** Stores the email of a password reset, so that the emailed link's page need not ask. */
export function keepEmailForReset(email: string): void {
  localStorage.setItem(key, email)
}

export function emailForReset(): string {
  return localStorage.getItem(key) ?? ''
}

export function forgetEmailForReset(): void {
  localStorage.removeItem(key)
}
