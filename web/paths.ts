/** Every address of the portal's pages. */
export const paths = {
  home: '/private',
  login: '/login',
  register: '/register',
  emailLinkSuccess: '/email-link-success',
  handleRedirectLogin: '/handle-redirect-login',
  forgotPassword: '/forgot-password',
  download: '/download',
  completeProfile: '/private/complete-profile',
  upcomingEvents: '/private/upcoming-events',
  registeredEvents: '/private/registered-events',
  profile: '/private/profile',
  admin: '/admin',
  adminLogin: '/admin/login',
  adminForgotPassword: '/admin/forgot-password',
  adminResetPassword: '/admin/reset-password',
  adminHome: '/admin/private',
  allRegistrations: '/admin/private/all-registrations',
  mailbox: '/mailbox',
} as const

/** A page to return to after sign-in; undefined for anything that could lead out of the portal. */
export function safeReturnPath(path: string | null): string | undefined {
  // The base is only there to see whether the browser would leave it.
  const base = 'https://portal.invalid'
  if (!path?.startsWith('/') || /^\/[/\\]/.test(path) || /[\s\p{Cc}\\]/u.test(path)) return undefined
  const url = URL.parse(path, base)
  return url?.origin === base ? url.pathname + url.search + url.hash : undefined
}
