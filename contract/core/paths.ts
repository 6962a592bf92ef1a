/** A page's address: its path, or the path with values inserted unencoded (codes are base64url). */
interface PageAddress<Path extends string, Given, Rest extends string> {
  (given: Given): `${Path}${Rest}`
  (): Path
}

type Code = { code: string }

/** Every page's address from the portal's root, for links in the web, emails and PDFs. */
export const paths = {
  home: page('/private'),
  login: page('/login'),
  register: page('/register'),
  emailLinkSuccess: page('/email-link-success'),
  /** The events that are open for registration, and one event, for everybody. */
  openEvents: page('/events', ({ eventId }: { eventId: number }) => `/${eventId}`),
  /**
   * The code is in the fragment, which no server and no mail scanner's GET ever sees. The slot is the one that the person wants
   * to register for.
   */
  signInLink: page(
    '/handle-redirect-login',
    ({ code, eventSlotId }: Code & { eventSlotId?: number | undefined }) =>
      `${eventSlotId === undefined ? '' : `?slot=${eventSlotId}`}#code=${code}`,
  ),
  forgotPassword: page('/forgot-password'),
  accountDeleted: page('/account-deleted'),
  /** The certificate's file. */
  certificate: page('/download', ({ code }: Code) => `?certificate=${code}`),
  /** The target of its QR code: whether it is valid. Without a code, the page asks for one. */
  certificateVerification: page('/verify', ({ code }: Code) => `/${code}`),
  /** The code is in the fragment, too: opening the page stops nothing. */
  stopReminders: page('/stop-reminders', ({ code }: Code) => `#code=${code}`),
  /** Ends the news; the code is in the fragment, as above. */
  leaveMailingList: page('/unsubscribe', ({ code }: Code) => `#code=${code}`),
  /** The page of an offered seat; the code is in the fragment, and opening the page takes nothing. */
  offeredSeat: page('/offered-seat', ({ code }: Code) => `#code=${code}`),
  /** The pages of a change of email, with codes in the fragment: one confirms it, the other undoes it. */
  confirmEmail: page('/confirm-email', ({ code }: Code) => `#code=${code}`),
  undoEmailChange: page('/undo-email-change', ({ code }: Code) => `#code=${code}`),
  /** The join link of a registration; it leads to the current webinar, or to that of another slot for missing hours. */
  join: page(
    '/join',
    ({
      registrationId,
      code,
      makeUpSlotId,
    }: {
      registrationId: number
      code: string
      makeUpSlotId?: number | undefined
    }) => `/${registrationId}/${code}${makeUpSlotId === undefined ? '' : `?slot=${makeUpSlotId}`}`,
  ),
  /** The page on which the code of a poll is entered. A link or QR code can name the code. */
  poll: page('/poll', ({ code }: Code) => `/${code}`),
  /** The page for the door of today's in-person events. It has a service worker of its own. */
  checkIn: page('/check-in'),
  /** A seat in the embedded webinar. */
  webinarRoom: page('/webinar', ({ seatCode }: { seatCode: string }) => `/${seatCode}`),
  completeProfile: page('/private/complete-profile'),
  /** `event`: 0 to 3, in the order of `sidebarFocusIds`. `eventSlotId`: the slot to register for. */
  upcomingEvents: page('/private/upcoming-events', (given: { event: number } | { eventSlotId: number }) =>
    'event' in given ? `?event=${given.event}` : `?slot=${given.eventSlotId}`,
  ),
  eventVideos: page('/private/upcoming-event-videos'),
  registeredEvents: page('/private/registered-events'),
  /** The ticket of an in-person registration. */
  ticket: page('/private/ticket', ({ registrationId }: { registrationId: number }) => `/${registrationId}`),
  profile: page('/private/profile'),
  admin: page('/admin'),
  adminLogin: page('/admin/login'),
  adminForgotPassword: page('/admin/forgot-password'),
  /** The second step after the password, and the setup of a second factor. */
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
  /** The history; optionally of one person. */
  activities: page('/admin/private/activities'),
  /** The hours of everybody at a slot, and its attendance reports. */
  attendance: page(
    '/admin/private/attendance',
    ({ eventSlotId }: { eventSlotId: number }) => `/${eventSlotId}`,
  ),
  /** The waitlists of all slots. */
  waitlists: page('/admin/private/waitlists'),
  /** The sign-in sheet of an in-person slot. */
  signInSheet: page(
    '/admin/private/sign-in-sheet',
    ({ eventSlotId }: { eventSlotId: number }) => `/${eventSlotId}`,
  ),
  /** Everything that waits about hours, over all slots. */
  creditQueue: page('/admin/private/credit-queue'),
  /** The credits that an inspector would ask about; those of one renewal year, or of one kind. */
  unusualCredits: page(
    '/admin/private/unusual-credits',
    ({ year, kind }: { year: number; kind: string }) => `?year=${year}&kind=${kind}`,
  ),
  /** A poll code as large as a slide. */
  pollSlide: page('/admin/private/poll-slide', ({ pollCodeId }: { pollCodeId: number }) => `/${pollCodeId}`),
  /** The earlier address of the page for the door. */
  checkIns: page('/admin/private/check-ins'),
  /** A day of in-person events: who came, hour by hour. */
  doorDay: page('/admin/private/door-day'),
  /** Everything stored about a person. */
  account: page('/admin/private/accounts', ({ userId }: { userId: string }) => `/${userId}`),
  /** The portal's emails and their outcomes. */
  mails: page('/admin/private/mails'),
  /** The messages that administrators wrote to people. */
  messages: page('/admin/private/mails/messages'),
  /** The addresses that bounced. */
  markedAddresses: page('/admin/private/mails/marked-addresses'),
  /** The comparison of portal and webinar platform, slot by slot. */
  webinars: page('/admin/private/webinars', ({ eventSlotId }: { eventSlotId: number }) => `/${eventSlotId}`),
  /** The training provider on certificates. */
  provider: page('/admin/private/provider'),
  /** The figures of a season by which hours are counted. */
  hoursFigures: page('/admin/private/hours-figures'),
  /** The packs of records for inspectors. */
  inspections: page('/admin/private/inspections'),
  administrators: page('/admin/private/administrators'),
  secondFactor: page('/admin/private/second-factor'),
  /** An administrator's own name. */
  ownName: page('/admin/private/own-name'),
  mailbox: page('/mailbox'),
}

/** The service worker of the page for the door. */
export const checkInWorkerPath = '/check-in-worker.js'

/** The readiness check, below `/api`; also called while nothing else has loaded. */
export const readyPath = '/ready'

function page<const Path extends string, Given = never, Rest extends string = ''>(
  path: Path,
  rest?: (given: Given) => Rest,
): PageAddress<Path, Given, Rest> {
  const address = (given?: Given) => (given === undefined ? path : `${path}${rest?.(given)}`)
  return address as PageAddress<Path, Given, Rest>
}
