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
  /** Where a registration joins its webinar, wherever that is by then. */
  join: page(
    '/join',
    ({ registrationId, code }: { registrationId: number; code: string }) => `/${registrationId}/${code}`,
  ),
  /** A seat in the embedded stand-in for a webinar platform. */
  webinarRoom: page('/webinar', ({ registrantId }: { registrantId: string }) => `/${registrantId}`),
  completeProfile: page('/private/complete-profile'),
  /** `event`: 0 to 3, as `sidebarFocusIds` orders the series. */
  upcomingEvents: page('/private/upcoming-events', ({ event }: { event: number }) => `?event=${event}`),
  eventVideos: page('/private/upcoming-event-videos'),
  registeredEvents: page('/private/registered-events'),
  profile: page('/private/profile'),
  admin: page('/admin'),
  adminLogin: page('/admin/login'),
  adminForgotPassword: page('/admin/forgot-password'),
  /** What follows the password, where a second factor is on, and where one has to be set up. */
  secondStep: page('/admin/second-step'),
  setUpSecondFactor: page('/admin/set-up-second-factor'),
  resetPassword: page('/admin/reset-password', ({ code }: Code) => `#code=${code}`),
  adminHome: page('/admin/private'),
  dashboard: page('/admin/private/dashboard'),
  allRegistrations: page('/admin/private/all-registrations'),
  nonRegisteredUsers: page('/admin/private/non-registered-users'),
  manageEvents: page('/admin/private/manage-events'),
  manageSponsors: page('/admin/private/manage-sponsors'),
  manageSpeakers: page('/admin/private/manage-speakers'),
  /** What everybody did; of one person where it says so. */
  activities: page('/admin/private/activities'),
  /** Who was at a slot. */
  attendance: page(
    '/admin/private/attendance',
    ({ eventSlotId }: { eventSlotId: number }) => `/${eventSlotId}`,
  ),
  /** All that is kept about a person. */
  account: page('/admin/private/accounts', ({ userId }: { userId: string }) => `/${userId}`),
  /** The mails of the portal, and what became of each. */
  mails: page('/admin/private/mails'),
  /** The addresses that mails come back from. */
  markedAddresses: page('/admin/private/mails/marked-addresses'),
  /** How portal and webinar platform compare, slot by slot. */
  webinars: page('/admin/private/webinars', ({ eventSlotId }: { eventSlotId: number }) => `/${eventSlotId}`),
  /** Who trains and signs, as certificates say it. */
  provider: page('/admin/private/provider'),
  administrators: page('/admin/private/administrators'),
  secondFactor: page('/admin/private/second-factor'),
  mailbox: page('/mailbox'),
}

/** Where the portal answers that it can be used, below `/api`; asked also while nothing else is loaded. */
export const readyPath = '/ready'

function page<const Path extends string, Given = never, Rest extends string = ''>(
  path: Path,
  rest?: (given: Given) => Rest,
): PageAddress<Path, Given, Rest> {
  const address = (given?: Given) => (given === undefined ? path : `${path}${rest?.(given)}`)
  return address as PageAddress<Path, Given, Rest>
}
