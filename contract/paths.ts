/** A page's address: by itself, or with what is given written into it as it is (codes are base64url). */
interface PageAddress<Path extends string, Given, Rest extends string> {
  (given: Given): `${Path}${Rest}`
  (): Path
}

type Code = { code: string }

/** Every address of the portal's pages, from its root on, for links of the web, mails and PDFs alike. */
export const paths = {
  home: page('/private'),
  login: page('/login'),
  register: page('/register'),
  emailLinkSuccess: page('/email-link-success'),
  /** A code travels in the fragment, which no server and no mail scanner's GET ever sees. */
  signInLink: page('/handle-redirect-login', ({ code }: Code) => `#code=${code}`),
  forgotPassword: page('/forgot-password'),
  accountDeleted: page('/account-deleted'),
  /** What a certificate's link opens: the file. */
  certificate: page('/download', ({ code }: Code) => `?certificate=${code}`),
  /** What its QR code opens: whether it is genuine. Alone it asks for the code. */
  certificateVerification: page('/verify', ({ code }: Code) => `/${code}`),
  /** Its code in the fragment, too: opening it stops nothing. */
  stopReminders: page('/stop-reminders', ({ code }: Code) => `#code=${code}`),
  /** Those of a change of email, likewise: one confirms it, the other undoes it. */
  confirmEmail: page('/confirm-email', ({ code }: Code) => `#code=${code}`),
  undoEmailChange: page('/undo-email-change', ({ code }: Code) => `#code=${code}`),
  completeProfile: page('/private/complete-profile'),
  /** `event`: 0 to 3, as `sidebarFocusIds` orders the series. */
  upcomingEvents: page('/private/upcoming-events', ({ event }: { event: number }) => `?event=${event}`),
  eventVideos: page('/private/upcoming-event-videos'),
  registeredEvents: page('/private/registered-events'),
  profile: page('/private/profile'),
  admin: page('/admin'),
  adminLogin: page('/admin/login'),
  adminForgotPassword: page('/admin/forgot-password'),
  resetPassword: page('/admin/reset-password', ({ code }: Code) => `#code=${code}`),
  adminHome: page('/admin/private'),
  dashboard: page('/admin/private/dashboard'),
  allRegistrations: page('/admin/private/all-registrations'),
  nonRegisteredUsers: page('/admin/private/non-registered-users'),
  /** What everybody did; of one person where it says so. */
  activities: page('/admin/private/activities'),
  /** All that is kept about a person. */
  account: page('/admin/private/accounts', ({ userId }: { userId: string }) => `/${userId}`),
  /** The mails of the portal, and what became of each. */
  mails: page('/admin/private/mails'),
  administrators: page('/admin/private/administrators'),
  mailbox: page('/mailbox'),
}

/** Where the portal answers that it is there, below `/api`; asked also while nothing else is loaded. */
export const healthPath = '/health'

function page<const Path extends string, Given = never, Rest extends string = ''>(
  path: Path,
  rest?: (given: Given) => Rest,
): PageAddress<Path, Given, Rest> {
  const address = (given?: Given) => (given === undefined ? path : `${path}${rest?.(given)}`)
  return address as PageAddress<Path, Given, Rest>
}
