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
  ...at(400, {
    MALFORMED: 'The request could not be read. Please check it and try again.',
    INSPECTION_SCOPE: 'Please choose one event, time slot, person or renewal year.',
  }),
  ...at(401, {
    SIGNED_OUT: 'Please login first to continue',
    IDENTITY_NOT_PROVEN: 'Your sign-in could not be confirmed. Please ask for a new link.',
    LINK_SPENT: 'This link or code has expired or was already used. Please ask for a new one.',
    NOTICE_NOT_PROVEN: 'This webhook has no valid proof of its sender, or its proof is too old.',
    EMAIL_NOT_VERIFIED:
      'This email is not verified yet. Please choose a new password with the link that we have just emailed.',
    WRONG_PASSWORD: 'Password mismatch',
    SECOND_FACTOR_WANTED: 'Please confirm your sign-in with your second factor.',
    WRONG_FACTOR: 'This code is wrong, was used before or has expired. Please enter the newest one.',
    PASSKEY_REFUSED: 'This passkey was not accepted. Please try again, or sign in in another way.',
  }),
  ...at(403, {
    NOT_ADMINISTRATOR: 'No admin access',
    NOT_PERMITTED: 'Your role does not allow this. Please ask an administrator.',
    SECOND_FACTOR_MISSING: 'Every administrator needs a second factor here. Please set up yours to go on.',
    FACTOR_NOT_PROVEN: 'Please confirm with your second factor that it is you.',
    PASSWORD_NOT_PROVEN: 'Please type your password again to confirm that it is you.',
    SIGN_IN_TOO_OLD:
      'You signed in more than 10 minutes ago. Please confirm on your profile page that it is you, or sign in again.',
    OWN_FACTOR_MISSING:
      "Please set up your own second factor first. Then you can reset another administrator's.",
    ACCOUNT_DISABLED: 'Signing in with this email has been switched off. Please ask support.',
  }),
  ...at(404, {
    NOT_FOUND: 'There is nothing at this address.',
    USER_NOT_FOUND: 'User not found',
    EVENT_NOT_FOUND: 'This event does not exist.',
    SLOT_NOT_FOUND: 'This time slot does not belong to the event.',
    SPONSOR_NOT_FOUND: 'This sponsor does not exist.',
    SPEAKER_NOT_FOUND: 'This speaker does not exist.',
    REGISTRATION_NOT_FOUND: 'This registration does not exist.',
    JOB_NOT_FOUND: 'This job does not exist.',
    CERTIFICATE_NOT_FOUND: 'There is no certificate at this link. Please check that the link is complete.',
    CALENDAR_NOT_FOUND: 'There is no calendar at this link. A newer link may have replaced it.',
    REMINDERS_NOT_FOUND: 'There is nothing at this link. Please check that it is complete.',
    JOIN_LINK_NOT_FOUND:
      'There is no webinar at this link. Please check that it is complete, or open it from your registered events.',
    PASSKEY_NOT_FOUND: 'This passkey does not exist any more.',
    ATTENDANCE_NOT_FOUND: 'This attendance report does not exist.',
    POLL_CODE_NOT_FOUND: 'This poll code does not exist.',
    POLL_CODE_UNKNOWN: 'This code is not right. Please compare it with the slide and try again.',
    DECISION_NOT_FOUND: 'This answer does not exist.',
    RECOUNT_NOT_FOUND: 'This recount does not exist.',
    REVIEW_NOT_FOUND: 'This review does not exist.',
    SUBJECT_UNKNOWN: 'No report of this time slot has these rows, and nothing waits under this name.',
  }),
  ...at(405, {
    METHOD_NOT_ALLOWED: 'This address does not answer that kind of request.',
  }),
  ...at(409, {
    EVENT_IS_DRAFT:
      'This event is not published yet, so people do not see it. Open it for registration first.',
    SLOT_OVER:
      'This time slot has already started, so it takes no more registrations. Please choose another one.',
    SLOT_CLOSED: 'Registration for this time slot is closed.',
    EVENT_CLOSED: 'Registration closed',
    NOT_REGISTERED: 'You are not registered for this event.',
    EVENT_HAS_REGISTRATIONS: 'People are registered for this event, so it cannot be deleted.',
    SLOT_HAS_REGISTRATIONS: 'People are registered for this time slot, so it cannot be deleted.',
    WEBINAR_MISSING: 'This time slot has no webinar ID yet.',
    WEBINAR_REFUSED: 'The webinar platform does not accept this webinar ID.',
    WEBINAR_BUSY: 'A sync or delink of this time slot is still running. Please wait until it is done.',
    WEBINAR_LINKED: 'People have join links of this webinar. Please delink it first, then change its ID.',
    POLL_CODE_EARLY: 'This code is not open yet. Enter it when the speaker shows it.',
    POLL_CODE_OVER: 'The time for this code is over.',
    POLL_CODE_OTHER_EVENT:
      'You are not registered for this event. If you used another email to register, please sign in with it.',
    POLL_QUESTION_TAKEN: 'This time slot has a code for this question already. Please choose another name.',
    ROOM_CLOSED: 'The room is not open now.',
    SLOTS_OVERLAP: 'Slots should not overlap.',
    CERTIFICATE_ISSUED:
      'A certificate has been issued for this registration, so it can no longer be changed.',
    CHANGED_MEANWHILE: 'Somebody else has changed this since you opened it. Please look at it again.',
    REGISTRATIONS_REFUSED: 'Nothing was changed, because not every change is possible.',
    NOTHING_CHANGES: 'This says the same as what is valid already, so there is nothing to change.',
    NOTHING_TO_DO: 'There is nothing to do for any of them.',
    MAY_ARRIVE_TWICE:
      'Some of these emails may have arrived already. Please confirm that they may arrive twice.',
    SLOT_HELD_UP:
      'Something is unusual about the reports of this time slot. Please mend it or set it aside first.',
    REVIEW_EARLY:
      'These hours are not counted yet. You can ask for a review once they are, a day after the event at the latest.',
    REVIEW_OVER: 'The time to ask for a review of these hours is over. Please write to us instead.',
    REVIEW_OPEN: 'You have asked for a review already. We answer it by email.',
    REVIEW_ANSWERED: 'These hours were reviewed already. Please write to us if you still have a question.',
    REVIEW_NEEDLESS: 'You have all the hours of this event already.',
    REVIEW_NOT_MORE: 'They have that many hours already. Please give more, or let the hours stay.',
    INSPECTION_EMPTY:
      'There are no registrations to put into a pack. Please choose another event, time slot, person or year.',
    INSPECTION_RUNS: 'A pack is being made. Please wait for its end: one is made at a time.',
    REHEARSAL_UNFIT: 'This event cannot be rehearsed.',
    REHEARSAL_RUNS: 'A rehearsal is running. Please wait for its end: one runs at a time.',
    NOT_UNDOABLE: 'There is nothing left to undo.',
    NOT_DELETED: 'This registration was not deleted, so there is nothing to restore.',
    SLOT_DELETED: 'Its time slot was deleted, so this registration cannot be restored.',
    REGISTERED_AGAIN: 'They have registered for this event again, so this registration cannot be restored.',
    ADMINISTRATOR_STAYS: 'Administrators cannot delete their account. Please ask the operator of the portal.',
    EMAIL_CHANGED_LATELY:
      'The email of this account was changed recently. While the old email can undo that change, the account cannot be deleted.',
    ADMINISTRATOR_ALREADY: 'This person is an administrator already.',
    LAST_ADMINISTRATOR:
      'The portal would have no administrator left. Please invite another one first, and wait until they accept.',
    SECOND_FACTOR_ON: 'A second factor is on already. Please sign in with it.',
    SECOND_FACTOR_OFF: 'There is no second factor.',
    SECOND_FACTOR_REQUIRED: 'Every administrator needs a second factor here, so it cannot be switched off.',
    OWN_SECOND_FACTOR:
      'Only another administrator can reset your second factor. You can switch it off by yourself.',
    LAST_FACTOR: 'This is the last part of your second factor. Add another passkey or an app first.',
    TOO_MANY_PASSKEYS: 'You have 20 passkeys already. Please remove one first.',
    PROFILE_INCOMPLETE: 'Please complete your profile first: certificates show it.',
    NOT_DECIDED: 'These hours are not a decision of a person, so there is nothing to release.',
    ANSWER_UNFIT: 'This answer does not fit what waits. Please look at it again.',
    OTHER_EVENT: 'This registration is for another event. Please choose one of this event.',
    ZONE_NAMED:
      'This report names its own time zone, so it cannot be read in another one. Please upload a corrected file.',
    CERTIFICATE_MISSING: 'Generate the certificate before sending it.',
    EMAIL_TAKEN: 'Somebody is registered under this email already. Please give another one.',
    EMAIL_UNCHANGED: 'This is your email already, so there is nothing to change.',
    EMAIL_LEFT:
      'This was your email until recently. To change back to it, use the link that we emailed there.',
    EMAIL_CHANGED:
      'The email of this account was changed. Sign in with the new one, or use the link that we emailed here to undo it.',
    ACCOUNT_MERGED:
      'This email belongs to an account that was merged with another one. Please sign in with the other email, or ask support.',
    ADMINISTRATOR_MERGED:
      "An administrator's account can't be merged into another. Keep this account, or remove the administrator first.",
    ADMINISTRATOR_EMAIL:
      "This is the email of an administrator, who signs in with a password. It can't be changed here.",
  }),
  ...at(410, {
    INSPECTION_LINK_OVER:
      'This link has expired or was revoked. Please ask the training provider for a new one.',
    INSPECTION_NOT_KEPT:
      'The file of this pack is not kept any more. Please make the pack again: the same records make the same file.',
    CERTIFICATE_WITHDRAWN: 'This certificate has been withdrawn.',
    RESTORING_OVER: `This was deleted more than ${restorableDays} days ago, so it can no longer be restored.`,
    EMAIL_CHANGE_OVER:
      'This change of email can no longer be undone: the link has expired or was already used.',
  }),
  ...at(413, {
    TOO_LARGE: 'This is larger than we accept. Please shorten it and try again.',
    PICTURE_TOO_LARGE: 'A picture may have 2 MB at most. Please make it smaller and try again.',
    SHEET_TOO_LARGE: 'A file may have 10 MB at most. Please scan it with fewer pixels.',
    ATTENDANCE_TOO_LARGE: 'A report may have 50 MB at most. Please export one webinar at a time.',
  }),
  ...at(415, {
    WRONG_MEDIA_TYPE: 'Please send JSON (Content-Type: application/json).',
    FORM_EXPECTED: 'Please send one file in the field "file" of a form (Content-Type: multipart/form-data).',
    PICTURE_REFUSED: 'Please choose a picture: PNG, JPEG, WebP or GIF.',
    SHEET_REFUSED: 'Please choose a PDF or a picture: PNG, JPEG, WebP, GIF, TIFF or HEIC.',
  }),
  ...at(422, {
    INVALID_FIELDS: 'Please check the marked fields.',
    TOO_MANY_IN_BULK: 'One job takes 10,000 registrations at most. Please narrow the filters.',
    EMAIL_DIFFERS: 'This is not the email of your account. Please type it as it is shown.',
    PICTURE_UNREADABLE:
      'This picture is damaged or incomplete. Please save it again as PNG or JPEG, or choose another one.',
    PICTURE_TOO_MANY_PIXELS:
      'A picture may have 25 million pixels at most, such as 5,000 by 5,000. Please make it smaller.',
    TIMES_OUTSIDE_SLOT:
      'The end has to be after the beginning, and both within 12 hours of this day of the time slot.',
    HOURS_ZERO: 'Certificate cannot be generated',
  }),
  ...at(429, {
    TOO_MANY: 'Too many attempts. Please wait a moment and try again.',
    TOO_MANY_DIGITS: 'Too many wrong codes today for this email. Please open the link in the email instead.',
    TOO_MANY_POLL_CODES: 'Too many wrong codes. Please wait an hour, or tell support.',
    TOO_MANY_WRONG_FACTORS:
      'Too many wrong codes today. Please use a passkey, or ask another administrator for a reset.',
  }),
  ...at(500, {
    BUG: 'Something went wrong on our side. Please try again. If it happens again, tell support the request id.',
  }),
  ...at(503, {
    NOT_READY: 'The portal is busy or starting up. Please try again in a moment.',
    IDENTITY_AWAY:
      'The sign-in service does not answer, so nobody can sign in right now. Please try again in a few minutes.',
  }),
}

/** Returns refusals with their HTTP status from their messages. */
/* @__NO_SIDE_EFFECTS__ */
function at<Code extends string>(status: number, messages: Record<Code, string>) {
  const entries = Object.entries<string>(messages)
  const refused = entries.map(([code, message]): [string, RefusalText] => [code, { status, message }])
  return Object.fromEntries(refused) as Record<Code, RefusalText>
}

export type RefusalCode = keyof typeof refusals

/** Returns the general code for a status. */
export function refusalOfStatus(status: number): RefusalCode {
  const found = Object.entries(refusals).find(([, text]) => text.status === status)
  if (found) return found[0] as RefusalCode
  return status >= 500 ? 'BUG' : 'MALFORMED'
}
