interface RefusalText {
  /** Its HTTP status. */
  status: number
  /** Its words for people. */
  message: string
}

/** The number of days in which a deletion can be restored; here because a refusal names it. */
export const restorableDays = 30

/** Every refusal of the portal. The code is for programs, the message for people, the status for HTTP. */
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
  NOTICE_NOT_PROVEN: {
    status: 401,
    message: 'This webhook has no valid proof of its sender, or its proof is too old.',
  },
  EMAIL_NOT_VERIFIED: {
    status: 401,
    message:
      'This email is not verified yet. Please choose a new password with the link that we have just emailed.',
  },
  WRONG_PASSWORD: { status: 401, message: 'Password mismatch' },
  SECOND_FACTOR_WANTED: { status: 401, message: 'Please confirm your sign-in with your second factor.' },
  WRONG_FACTOR: {
    status: 401,
    message: 'This code is wrong, was used before or has expired. Please enter the newest one.',
  },
  PASSKEY_REFUSED: {
    status: 401,
    message: 'This passkey was not accepted. Please try again, or sign in in another way.',
  },
  NOT_ADMINISTRATOR: { status: 403, message: 'No admin access' },
  NOT_PERMITTED: { status: 403, message: 'Your role does not allow this. Please ask an administrator.' },
  SECOND_FACTOR_MISSING: {
    status: 403,
    message: 'Every administrator needs a second factor here. Please set up yours to go on.',
  },
  FACTOR_NOT_PROVEN: { status: 403, message: 'Please confirm with your second factor that it is you.' },
  PASSWORD_NOT_PROVEN: { status: 403, message: 'Please type your password again to confirm that it is you.' },
  SIGN_IN_TOO_OLD: {
    status: 403,
    message:
      'You signed in more than 10 minutes ago. Please confirm on your profile page that it is you, or sign in again.',
  },
  OWN_FACTOR_MISSING: {
    status: 403,
    message: "Please set up your own second factor first. Then you can reset another administrator's.",
  },
  ACCOUNT_DISABLED: {
    status: 403,
    message: 'Signing in with this email has been switched off. Please ask support.',
  },
  NOT_FOUND: { status: 404, message: 'There is nothing at this address.' },
  USER_NOT_FOUND: { status: 404, message: 'User not found' },
  EVENT_NOT_FOUND: { status: 404, message: 'This event does not exist.' },
  SLOT_NOT_FOUND: { status: 404, message: 'This time slot does not belong to the event.' },
  SPONSOR_NOT_FOUND: { status: 404, message: 'This sponsor does not exist.' },
  SPEAKER_NOT_FOUND: { status: 404, message: 'This speaker does not exist.' },
  REGISTRATION_NOT_FOUND: { status: 404, message: 'This registration does not exist.' },
  JOB_NOT_FOUND: { status: 404, message: 'This job does not exist.' },
  CERTIFICATE_NOT_FOUND: {
    status: 404,
    message: 'There is no certificate at this link. Please check that the link is complete.',
  },
  CALENDAR_NOT_FOUND: {
    status: 404,
    message: 'There is no calendar at this link. A newer link may have replaced it.',
  },
  REMINDERS_NOT_FOUND: {
    status: 404,
    message: 'There is nothing at this link. Please check that it is complete.',
  },
  JOIN_LINK_NOT_FOUND: {
    status: 404,
    message:
      'There is no webinar at this link. Please check that it is complete, or open it from your registered events.',
  },
  PASSKEY_NOT_FOUND: { status: 404, message: 'This passkey does not exist any more.' },
  ATTENDANCE_NOT_FOUND: { status: 404, message: 'This attendance report does not exist.' },
  METHOD_NOT_ALLOWED: { status: 405, message: 'This address does not answer that kind of request.' },
  EVENT_IS_DRAFT: {
    status: 409,
    message: 'This event is not published yet, so people do not see it. Open it for registration first.',
  },
  SLOT_OVER: {
    status: 409,
    message:
      'This time slot has already started, so it takes no more registrations. Please choose another one.',
  },
  SLOT_CLOSED: { status: 409, message: 'Registration for this time slot is closed.' },
  EVENT_CLOSED: { status: 409, message: 'Registration closed' },
  NOT_REGISTERED: { status: 409, message: 'You are not registered for this event.' },
  EVENT_HAS_REGISTRATIONS: {
    status: 409,
    message: 'People are registered for this event, so it cannot be deleted.',
  },
  SLOT_HAS_REGISTRATIONS: {
    status: 409,
    message: 'People are registered for this time slot, so it cannot be deleted.',
  },
  WEBINAR_MISSING: { status: 409, message: 'This time slot has no webinar ID yet.' },
  WEBINAR_REFUSED: { status: 409, message: 'The webinar platform does not accept this webinar ID.' },
  WEBINAR_BUSY: {
    status: 409,
    message: 'A sync or delink of this time slot is still running. Please wait until it is done.',
  },
  WEBINAR_LINKED: {
    status: 409,
    message: 'People have join links of this webinar. Please delink it first, then change its ID.',
  },
  ROOM_CLOSED: { status: 409, message: 'The room is not open now.' },
  SLOTS_OVERLAP: { status: 409, message: 'Slots should not overlap.' },
  CERTIFICATE_ISSUED: {
    status: 409,
    message: 'A certificate has been issued for this registration, so it can no longer be changed.',
  },
  CHANGED_MEANWHILE: {
    status: 409,
    message: 'Somebody else has changed this since you opened it. Please look at it again.',
  },
  REGISTRATIONS_REFUSED: {
    status: 409,
    message: 'Nothing was changed, because not every change is possible.',
  },
  NOTHING_TO_DO: { status: 409, message: 'There is nothing to do for any of them.' },
  MAY_ARRIVE_TWICE: {
    status: 409,
    message: 'Some of these emails may have arrived already. Please confirm that they may arrive twice.',
  },
  NOT_UNDOABLE: { status: 409, message: 'There is nothing left to undo.' },
  NOT_DELETED: { status: 409, message: 'This registration was not deleted, so there is nothing to restore.' },
  SLOT_DELETED: {
    status: 409,
    message: 'Its time slot was deleted, so this registration cannot be restored.',
  },
  REGISTERED_AGAIN: {
    status: 409,
    message: 'They have registered for this event again, so this registration cannot be restored.',
  },
  ADMINISTRATOR_STAYS: {
    status: 409,
    message: 'Administrators cannot delete their account. Please ask the operator of the portal.',
  },
  EMAIL_CHANGED_LATELY: {
    status: 409,
    message:
      'The email of this account was changed recently. While the old email can undo that change, the account cannot be deleted.',
  },
  ADMINISTRATOR_ALREADY: { status: 409, message: 'This person is an administrator already.' },
  LAST_ADMINISTRATOR: {
    status: 409,
    message:
      'The portal would have no administrator left. Please invite another one first, and wait until they accept.',
  },
  SECOND_FACTOR_ON: { status: 409, message: 'A second factor is on already. Please sign in with it.' },
  SECOND_FACTOR_OFF: { status: 409, message: 'There is no second factor.' },
  SECOND_FACTOR_REQUIRED: {
    status: 409,
    message: 'Every administrator needs a second factor here, so it cannot be switched off.',
  },
  OWN_SECOND_FACTOR: {
    status: 409,
    message: 'Only another administrator can reset your second factor. You can switch it off by yourself.',
  },
  LAST_FACTOR: {
    status: 409,
    message: 'This is the last part of your second factor. Add another passkey or an app first.',
  },
  TOO_MANY_PASSKEYS: { status: 409, message: 'You have 20 passkeys already. Please remove one first.' },
  PROFILE_INCOMPLETE: { status: 409, message: 'Please complete your profile first: certificates show it.' },
  CERTIFICATE_MISSING: { status: 409, message: 'Generate the certificate before sending it.' },
  EMAIL_TAKEN: {
    status: 409,
    message: 'Somebody is registered under this email already. Please give another one.',
  },
  EMAIL_UNCHANGED: { status: 409, message: 'This is your email already, so there is nothing to change.' },
  EMAIL_LEFT: {
    status: 409,
    message: 'This was your email until recently. To change back to it, use the link that we emailed there.',
  },
  EMAIL_CHANGED: {
    status: 409,
    message:
      'The email of this account was changed. Sign in with the new one, or use the link that we emailed here to undo it.',
  },
  ACCOUNT_MERGED: {
    status: 409,
    message:
      'This email belongs to an account that was merged with another one. Please sign in with the other email, or ask support.',
  },
  ADMINISTRATOR_MERGED: {
    status: 409,
    message:
      "An administrator's account can't be merged into another. Keep this account, or remove the administrator first.",
  },
  ADMINISTRATOR_EMAIL: {
    status: 409,
    message: "This is the email of an administrator, who signs in with a password. It can't be changed here.",
  },
  CERTIFICATE_WITHDRAWN: { status: 410, message: 'This certificate has been withdrawn.' },
  RESTORING_OVER: {
    status: 410,
    message: `This was deleted more than ${restorableDays} days ago, so it can no longer be restored.`,
  },
  EMAIL_CHANGE_OVER: {
    status: 410,
    message: 'This change of email can no longer be undone: the link has expired or was already used.',
  },
  TOO_LARGE: { status: 413, message: 'This is larger than we accept. Please shorten it and try again.' },
  PICTURE_TOO_LARGE: {
    status: 413,
    message: 'A picture may have 2 MB at most. Please make it smaller and try again.',
  },
  ATTENDANCE_TOO_LARGE: {
    status: 413,
    message: 'A list of attendees may have 2 MB at most. Please export one webinar at a time.',
  },
  WRONG_MEDIA_TYPE: { status: 415, message: 'Please send JSON (Content-Type: application/json).' },
  FORM_EXPECTED: {
    status: 415,
    message: 'Please send one file in the field "file" of a form (Content-Type: multipart/form-data).',
  },
  PICTURE_REFUSED: { status: 415, message: 'Please choose a picture: PNG, JPEG, WebP or GIF.' },
  INVALID_FIELDS: { status: 422, message: 'Please check the marked fields.' },
  TOO_MANY_IN_BULK: {
    status: 422,
    message: 'One job takes 10,000 registrations at most. Please narrow the filters.',
  },
  EMAIL_DIFFERS: {
    status: 422,
    message: 'This is not the email of your account. Please type it as it is shown.',
  },
  PICTURE_UNREADABLE: {
    status: 422,
    message:
      'This picture is damaged or incomplete. Please save it again as PNG or JPEG, or choose another one.',
  },
  PICTURE_TOO_MANY_PIXELS: {
    status: 422,
    message: 'A picture may have 25 million pixels at most, such as 5,000 by 5,000. Please make it smaller.',
  },
  HOURS_ZERO: { status: 422, message: 'Certificate cannot be generated' },
  TOO_MANY: { status: 429, message: 'Too many attempts. Please wait a moment and try again.' },
  TOO_MANY_DIGITS: {
    status: 429,
    message: 'Too many wrong codes today for this email. Please open the link in the email instead.',
  },
  TOO_MANY_WRONG_FACTORS: {
    status: 429,
    message: 'Too many wrong codes today. Please use a passkey, or ask another administrator for a reset.',
  },
  BUG: {
    status: 500,
    message:
      'Something went wrong on our side. Please try again. If it happens again, tell support the request id.',
  },
  NOT_READY: { status: 503, message: 'The portal is busy or starting up. Please try again in a moment.' },
  IDENTITY_AWAY: {
    status: 503,
    message:
      'The sign-in service does not answer, so nobody can sign in right now. Please try again in a few minutes.',
  },
} as const satisfies Record<string, RefusalText>

export type RefusalCode = keyof typeof refusals

/** Returns the code for a status if nothing more exact is known. */
export function refusalOfStatus(status: number): RefusalCode {
  const found = Object.entries(refusals).find(([, text]) => text.status === status)
  if (found) return found[0] as RefusalCode
  return status >= 500 ? 'BUG' : 'MALFORMED'
}
