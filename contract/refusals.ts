interface RefusalText {
  /** The HTTP status it travels with. */
  status: number
  /** What a person reads. */
  message: string
}

/** Every "no" the portal can say. A code is for programs, its message for people, its status for HTTP. */
export const refusals = {
  MALFORMED: { status: 400, message: 'The request could not be read. Please check it and try again.' },
  SIGNED_OUT: { status: 401, message: 'Please login first to continue' },
  IDENTITY_NOT_PROVEN: {
    status: 401,
    message: 'Your sign-in could not be confirmed. Please ask for a new link.',
  },
  LINK_SPENT: {
    status: 401,
    message: 'This link or code has expired or was already used. Please ask for a new one.',
  },
  WRONG_PASSWORD: { status: 401, message: 'Password mismatch' },
  NOT_ADMINISTRATOR: { status: 403, message: 'No admin access' },
  NOT_FOUND: { status: 404, message: 'There is nothing at this address.' },
  USER_NOT_FOUND: { status: 404, message: 'User not found' },
  EVENT_NOT_FOUND: { status: 404, message: 'This event does not exist.' },
  SLOT_NOT_FOUND: { status: 404, message: 'This time slot does not belong to the event.' },
  REGISTRATION_NOT_FOUND: { status: 404, message: 'This registration does not exist.' },
  JOB_NOT_FOUND: { status: 404, message: 'This job does not exist.' },
  CERTIFICATE_NOT_FOUND: {
    status: 404,
    message: 'No certificate is known under this link. Please check that the link is complete.',
  },
  CALENDAR_NOT_FOUND: {
    status: 404,
    message: 'No calendar is known under this link. It may have been replaced by another one.',
  },
  REMINDERS_NOT_FOUND: {
    status: 404,
    message: 'This link is not known. Please check that it is complete.',
  },
  METHOD_NOT_ALLOWED: { status: 405, message: 'This address does not answer that kind of request.' },
  EVENT_CLOSED: { status: 409, message: 'Registration closed' },
  NOT_REGISTERED: { status: 409, message: 'You are not registered for this event.' },
  CERTIFICATE_ISSUED: {
    status: 409,
    message: 'A certificate has been issued for this registration, so it can no longer be changed.',
  },
  CHANGED_MEANWHILE: {
    status: 409,
    message: 'Somebody else has changed this meanwhile. Please look at it again.',
  },
  NOTHING_TO_DO: { status: 409, message: 'There is nothing to do for any of them.' },
  NOT_UNDOABLE: { status: 409, message: 'There is nothing left of this that could be undone.' },
  NOT_DELETED: { status: 409, message: 'This registration stands, so there is nothing to restore.' },
  REGISTERED_AGAIN: {
    status: 409,
    message: 'They have registered for this event again meanwhile, so this registration cannot be restored.',
  },
  ADMINISTRATOR_STAYS: {
    status: 409,
    message: 'An administrator cannot delete their account. Please ask whoever runs the portal.',
  },
  ADMINISTRATOR_ALREADY: { status: 409, message: 'They are an administrator already.' },
  LAST_ADMINISTRATOR: {
    status: 409,
    message: 'Nobody else could administer the portal. Please invite somebody first, who has to accept it.',
  },
  PROFILE_INCOMPLETE: { status: 409, message: 'Please complete your profile first: certificates carry it.' },
  CERTIFICATE_MISSING: { status: 409, message: 'Generate the certificate before sending it.' },
  EMAIL_TAKEN: {
    status: 409,
    message: 'Somebody is registered under this email already. Please give another one.',
  },
  EMAIL_UNCHANGED: { status: 409, message: 'This is your email already, so there is nothing to change.' },
  EMAIL_LEFT: {
    status: 409,
    message: 'This was your email until lately. To go back to it, use the link that we mailed there.',
  },
  EMAIL_CHANGED: {
    status: 409,
    message:
      'The email of this account was changed. Sign in with the new one, or undo that by the link we mailed to this one.',
  },
  ACCOUNT_MERGED: {
    status: 409,
    message:
      'This email belongs to an account that was merged with another one. Please sign in with the other email, or ask support.',
  },
  ADMINISTRATOR_MERGED: {
    status: 409,
    message:
      "An administrator's account can't be merged into another. Keep it, or remove them from the administrators first.",
  },
  ADMINISTRATOR_EMAIL: {
    status: 409,
    message: "This is an administrator's email, which belongs to a password. It can't be changed here.",
  },
  CERTIFICATE_WITHDRAWN: { status: 410, message: 'This certificate has been withdrawn.' },
  RESTORING_OVER: {
    status: 410,
    message: 'This was deleted more than 30 days ago, so it can no longer be restored.',
  },
  EMAIL_CHANGE_OVER: {
    status: 410,
    message: 'This change of email can no longer be undone: the link has expired or was already used.',
  },
  TOO_LARGE: { status: 413, message: 'That is larger than we accept. Please shorten it and try again.' },
  WRONG_MEDIA_TYPE: { status: 415, message: 'Please send JSON (Content-Type: application/json).' },
  INVALID_FIELDS: { status: 422, message: 'Please check the marked fields.' },
  TOO_MANY_IN_BULK: {
    status: 422,
    message: 'One job takes 10,000 registrations at most. Please narrow the filters.',
  },
  EMAIL_DIFFERS: {
    status: 422,
    message: 'This is not the email of your account. Please type it as it is shown.',
  },
  HOURS_ZERO: { status: 422, message: 'Certificate cannot be generated' },
  TOO_MANY: { status: 429, message: 'Too many attempts. Please wait a moment and try again.' },
  TOO_MANY_DIGITS: {
    status: 429,
    message: 'Too many wrong codes today for this email. Please open the link of the mail instead.',
  },
  BUG: {
    status: 500,
    message: 'Something went wrong on our side. Please try again; if it stays, tell support the request id.',
  },
  NOT_READY: { status: 503, message: 'The portal is busy or starting up. Please try again in a moment.' },
} as const satisfies Record<string, RefusalText>

export type RefusalCode = keyof typeof refusals

/** The code that travels under a status when nothing more exact is known. */
export function refusalOfStatus(status: number): RefusalCode {
  const found = Object.entries(refusals).find(([, text]) => text.status === status)
  if (found) return found[0] as RefusalCode
  return status >= 500 ? 'BUG' : 'MALFORMED'
}
