/** A page's address: a fixed path, or a path with values inserted unencoded (codes are base64url). */
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
  /** The slot is the one to register for. */
  openEvents: page(
    '/events',
    ({ eventId, eventSlotId }: { eventId: number; eventSlotId?: number }) =>
      `/${eventId}${eventSlotId === undefined ? '' : `?slot=${eventSlotId}`}`,
  ),
  /** The code is in the fragment, so no server or mail scanner's GET sees it. The slot is the one to register for. */
  signInLink: page(
    '/handle-redirect-login',
    ({ code, eventSlotId }: Code & { eventSlotId?: number | undefined }) =>
      `${eventSlotId === undefined ? '' : `?slot=${eventSlotId}`}#code=${code}`,
  ),
  forgotPassword: page('/forgot-password'),
  accountDeleted: page('/account-deleted'),
  /** The certificate's file. */
  certificate: page('/download', ({ code }: Code) => `?certificate=${code}`),
  /** The target of the QR code: shows if a certificate is valid. Without a code, the page asks for one. */
  certificateVerification: page('/verify', ({ code }: Code) => `/${code}`),
  /** The code is in the fragment: opening the page stops nothing. */
  stopReminders: page('/stop-reminders', ({ code }: Code) => `#code=${code}`),
  /** Unsubscribes from the news; the code is in the fragment. */
  leaveMailingList: page('/unsubscribe', ({ code }: Code) => `#code=${code}`),
  /** The page of an offered seat. The code is in the fragment; opening the page takes nothing. */
  offeredSeat: page('/offered-seat', ({ code }: Code) => `#code=${code}`),
  /** The evaluation of an event, from the email of its certificate. The code is in the fragment. */
  evaluation: page('/evaluation', ({ code }: Code) => `#code=${code}`),
  /** The pages that confirm or undo a change of email, with codes in the fragment. */
  confirmEmail: page('/confirm-email', ({ code }: Code) => `#code=${code}`),
  undoEmailChange: page('/undo-email-change', ({ code }: Code) => `#code=${code}`),
  /** A registration's join link: to the current webinar, or to the other slot that makes up missing hours. */
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
  /** The page to enter a poll's code, which a link or QR code can fill in. */
  poll: page('/poll', ({ code }: Code) => `/${code}`),
  /** The check-in page for today's in-person events. It has its own service worker. */
  checkIn: page('/check-in'),
  webinarRoom: page('/webinar', ({ seatCode }: { seatCode: string }) => `/${seatCode}`),
  completeProfile: page('/private/complete-profile'),
  /** `event`: 0 to 3, in the order of `sidebarFocusIds`. `eventSlotId`: the slot to register for. */
  upcomingEvents: page('/private/upcoming-events', (given: { event: number } | { eventSlotId: number }) =>
    'event' in given ? `?event=${given.event}` : `?slot=${given.eventSlotId}`,
  ),
  eventVideos: page('/private/upcoming-event-videos'),
  registeredEvents: page('/private/registered-events'),
  ticket: page('/private/ticket', ({ registrationId }: { registrationId: number }) => `/${registrationId}`),
  /** The evaluation of one's own registration. */
  ownEvaluation: page(
    '/private/evaluation',
    ({ registrationId }: { registrationId: number }) => `/${registrationId}`,
  ),
  profile: page('/private/profile'),
  admin: page('/admin'),
  adminLogin: page('/admin/login'),
  adminForgotPassword: page('/admin/forgot-password'),
  /** The page to which the provider of single sign-on sends the browser back. */
  singleSignOn: page('/admin/single-sign-on'),
  /** The second sign-in step, and the setup of a second factor. */
  secondStep: page('/admin/second-step'),
  setUpSecondFactor: page('/admin/set-up-second-factor'),
  resetPassword: page('/admin/reset-password', ({ code }: Code) => `#code=${code}`),
  adminHome: page('/admin/private'),
  dashboard: page('/admin/private/dashboard'),
  allRegistrations: page('/admin/private/all-registrations'),
  nonRegisteredUsers: page('/admin/private/non-registered-users'),
  /** All events, or the page of one with its tabs. */
  manageEvents: page('/admin/private/manage-events', ({ eventId }: { eventId: number }) => `/${eventId}`),
  manageSponsors: page('/admin/private/manage-sponsors'),
  manageSpeakers: page('/admin/private/manage-speakers'),
  /** The history, optionally of one person. */
  activities: page('/admin/private/activities'),
  /** A slot's hours and attendance reports. */
  attendance: page(
    '/admin/private/attendance',
    ({ eventSlotId }: { eventSlotId: number }) => `/${eventSlotId}`,
  ),
  waitlists: page('/admin/private/waitlists'),
  signInSheet: page(
    '/admin/private/sign-in-sheet',
    ({ eventSlotId }: { eventSlotId: number }) => `/${eventSlotId}`,
  ),
  /** A season's slots, from the first registration to the last emailed certificate. */
  timeSlots: page('/admin/private/time-slots'),
  /** All open questions about hours, over all slots. */
  creditQueue: page('/admin/private/credit-queue'),
  /** People's requests to review their hours, over all slots. */
  creditReviews: page('/admin/private/review-requests'),
  /** The credits that an inspector would ask about, optionally of one renewal year or kind. */
  unusualCredits: page(
    '/admin/private/unusual-credits',
    ({ year, kind }: { year: number; kind: string }) => `?year=${year}&kind=${kind}`,
  ),
  /** The credits for FAASafety.gov, of an event, a slot or a renewal year. */
  creditRosters: page(
    '/admin/private/credit-rosters',
    (given: { event: number } | { slot: number } | { year: number }) =>
      `?${Object.entries(given).map(([scope, id]) => `${scope}=${id}`)}`,
  ),
  pollSlide: page('/admin/private/poll-slide', ({ pollCodeId }: { pollCodeId: number }) => `/${pollCodeId}`),
  /** The former address of the check-in page. */
  checkIns: page('/admin/private/check-ins'),
  doorDay: page('/admin/private/door-day'),
  /** All stored data of a person. */
  account: page('/admin/private/accounts', ({ userId }: { userId: string }) => `/${userId}`),
  mails: page('/admin/private/mails'),
  /** The messages of administrators to people. */
  messages: page('/admin/private/mails/messages'),
  markedAddresses: page('/admin/private/mails/marked-addresses'),
  /** The portal compared with the webinar platform, slot by slot. */
  webinars: page('/admin/private/webinars', ({ eventSlotId }: { eventSlotId: number }) => `/${eventSlotId}`),
  provider: page('/admin/private/provider'),
  /** A season's figures for counting hours. */
  hoursFigures: page('/admin/private/hours-figures'),
  inspections: page('/admin/private/inspections'),
  administrators: page('/admin/private/administrators'),
  apiKeys: page('/admin/private/api-keys'),
  webhooks: page('/admin/private/webhooks', ({ webhookId }: { webhookId: number }) => `/${webhookId}`),
  /** The websites that may show the events, and the code for them. */
  website: page('/admin/private/website'),
  imports: page('/admin/private/imports'),
  secondFactor: page('/admin/private/second-factor'),
  ownName: page('/admin/private/own-name'),
  /** A page of `docs/help`, at one of its headings. */
  help: page('/help', ({ page, section }: { page: string; section?: string }) =>
    section ? `/${page}#${section}` : `/${page}`,
  ),
  mailbox: page('/mailbox'),
}

/** The check-in page's service worker. */
export const checkInWorkerPath = '/check-in-worker.js'

/** The frames on other websites: the open events or a button, or those of one event. */
export const embedPath = '/embed'

/** The readiness check, below `/api`; it answers before anything else has loaded. */
export const readyPath = '/ready'

function page<const Path extends string, Given = never, Rest extends string = ''>(
  path: Path,
  rest?: (given: Given) => Rest,
): PageAddress<Path, Given, Rest> {
  const address = (given?: Given) => (given === undefined ? path : `${path}${rest?.(given)}`)
  return address as PageAddress<Path, Given, Rest>
}
