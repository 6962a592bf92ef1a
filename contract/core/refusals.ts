interface RefusalText {
  status: number
  message: string
}

/** The days in which a deletion can be restored. A refusal names them. */
export const restorableDays = 30

/** The most days between a check-in and its arrival: a phone may have been off since. */
export const daysToSend = 7

/** Every refusal: the code for programs, the message for people, the status for HTTP. */
export const refusals = {
  ...at(400, {
    MALFORMED: "We couldn't read this request. Check it and try again.",
    CREDIT_ELSEWHERE: 'These hours are credited at another event for the same time. Choose where they count.',
    CREDIT_DAYS_NEEDED:
      'These hours can belong to two renewal years, and no attendance says which. Enter the hours of each day.',
    CREDIT_DAYS_WRONG: 'The hours of the days do not add up. Check each day.',
    CREDIT_UNUSUAL: 'These hours are unusual. Enter a reason and confirm them.',
  }),
  ...at(401, {
    SIGNED_OUT: 'Please login first to continue',
    API_KEY_UNKNOWN: 'This API key does not exist, was revoked, or its administrator was removed.',
    API_KEY_EXPIRED: 'This API key has expired. Make a new one.',
    IDENTITY_NOT_PROVEN: "We couldn't confirm your sign-in. Request a new link.",
    LINK_SPENT: 'This link or code has expired or was already used. Request a new one.',
    NOTICE_NOT_PROVEN: 'This webhook has no valid proof of its sender, or its proof is too old.',
    EMAIL_NOT_VERIFIED:
      'This email is not verified yet. Choose a new password with the link we just emailed.',
    WRONG_PASSWORD: 'Password mismatch',
    SECOND_FACTOR_WANTED: 'Confirm your sign-in with your code or passkey.',
    WRONG_FACTOR: 'This code is incorrect, was already used or has expired. Enter the newest one.',
    PASSKEY_REFUSED: 'This passkey was not accepted. Try again, or sign in another way.',
    SINGLE_SIGN_ON_NOT_PROVEN: "We couldn't confirm this sign-in. It may have taken too long. Start again.",
    SINGLE_SIGN_ON_CANCELED: 'The sign-in with your company account was canceled or refused there.',
  }),
  ...at(403, {
    NOT_ADMINISTRATOR: 'No admin access',
    NOT_PERMITTED: 'Your role does not allow this. Please ask an administrator.',
    API_KEY_ELSEWHERE: 'This API key cannot be used from this network.',
    FOR_PEOPLE_ONLY: 'API keys cannot do this. Sign in as a person.',
    NOT_THIS_DAY: "The front desk sees today's list only.",
    SCAN_OF_OTHER_DAY:
      'This check-in is from another day. An administrator can sign in on this device and send it.',
    SECOND_FACTOR_MISSING: 'Every administrator needs two-step verification here. Set up yours to continue.',
    FACTOR_NOT_PROVEN: "Use your code or passkey to confirm it's you.",
    PASSWORD_NOT_PROVEN: "Enter your password again to confirm it's you.",
    EMAIL_NOT_PROVEN: "Confirm it's you with a code that we email you.",
    SIGN_IN_TOO_OLD: "For your security, confirm it's you on your profile page, or sign in again.",
    OWN_FACTOR_MISSING:
      "Set up your own two-step verification first. Then you can reset another administrator's.",
    ACCOUNT_DISABLED: 'Sign-in is disabled for this email. Contact support.',
    SINGLE_SIGN_ON_REQUIRED: 'Administrators sign in with their company account here, without a password.',
    SINGLE_SIGN_ON_EMAIL:
      'The email of your company account is not verified. Ask your IT department to verify it.',
    SINGLE_SIGN_ON_UNTIMED:
      "Your company's sign-in didn't confirm it's you. Turn on two-step verification in Settings, and use its code.",
    SINGLE_SIGN_ON_OTHER_ACCOUNT:
      'Another company account uses this email here. Ask an administrator to remove it and invite you again.',
    SINGLE_SIGN_ON_BREAK_GLASS:
      'This email is that of the emergency account, which signs in with its password.',
    SINGLE_SIGN_ON_UNCHECKED:
      'Your company account gave no offline access. Ask your IT department to allow it for the portal.',
    NOT_INVITED: 'Your company account is not invited here. Ask an administrator to invite its email.',
    NO_GROUP_ROLE: 'None of your groups has a role here. Ask your IT department to add you to one.',
  }),
  ...at(404, {
    NOT_FOUND: "We couldn't find this address.",
    USER_NOT_FOUND: 'User not found',
    EVENT_NOT_FOUND: "We couldn't find this event.",
    SLOT_NOT_FOUND: 'This time slot does not belong to the event.',
    SPONSOR_NOT_FOUND: "We couldn't find this sponsor.",
    SPEAKER_NOT_FOUND: "We couldn't find this speaker.",
    REGISTRATION_NOT_FOUND: "We couldn't find this registration.",
    SHEET_NOT_FOUND: "We couldn't find this sign-in sheet.",
    JOB_NOT_FOUND: "We couldn't find this bulk action.",
    IMPORT_NOT_FOUND: "We couldn't find this import. Its rows may have been deleted after their time.",
    CERTIFICATE_NOT_FOUND: "We couldn't find a certificate for this link. Check that the link is complete.",
    CALENDAR_NOT_FOUND: "This calendar link isn't valid. It may have been reset.",
    REMINDERS_NOT_FOUND: "This link isn't valid. Check that it's complete.",
    NEWS_LINK_NOT_FOUND: "This unsubscribe link isn't valid. Check that it's complete.",
    MESSAGE_NOT_FOUND: "We couldn't find this message.",
    RECIPIENT_NOT_FOUND: "This person isn't a recipient anymore. Choose another one.",
    JOIN_LINK_NOT_FOUND:
      "We don't recognize this join link. Check that it's complete, or open it from your registered events.",
    PASSKEY_NOT_FOUND: 'This passkey was removed.',
    API_KEY_NOT_FOUND: 'This API key does not exist or was revoked.',
    WEBHOOK_NOT_FOUND: 'This webhook was deleted.',
    DELIVERY_NOT_FOUND: 'The log does not have this delivery anymore.',
    ATTENDANCE_NOT_FOUND: "We couldn't find this attendance report.",
    POLL_CODE_NOT_FOUND: "We couldn't find this poll code.",
    POLL_CODE_UNKNOWN: 'This code is incorrect. Compare it with the slide and try again.',
    DECISION_NOT_FOUND: "We couldn't find this answer.",
    RECOUNT_NOT_FOUND: "We couldn't find this nightly check.",
    REVIEW_NOT_FOUND: "We couldn't find this review request.",
    EVALUATION_NOT_FOUND: "We don't recognize this evaluation. Check that the link is complete.",
    OFFER_NOT_FOUND: "We don't recognize this offer. Check that the link is complete.",
    WAIT_NOT_FOUND: 'This person is not waiting anymore.',
    SUBJECT_UNKNOWN: 'No report for this time slot has these rows, so there is nothing to decide.',
  }),
  ...at(405, {
    METHOD_NOT_ALLOWED: 'This address does not answer that kind of request.',
  }),
  ...at(409, {
    SINGLE_SIGN_ON_OFF: 'Administrators sign in with a password here. There is no single sign-on.',
    TOO_MANY_SITES: 'The list of websites is full. Remove one first.',
    EVENT_IS_DRAFT:
      "This event is not published yet, so people can't see it. Open it for registration first.",
    REGISTRATION_CANCELED: 'This registration is canceled.',
    NOT_OF_THIS_DAY: 'This registration is for another day.',
    WALK_IN_ADMINISTRATOR: 'This email belongs to an administrator. Another administrator can register them.',
    LEFT_BEFORE_ARRIVAL: 'The departure time must be after the arrival time.',
    TIME_TO_COME: 'This time is still to come.',
    SCAN_TOO_OLD: `This check-in is older than ${daysToSend} days. Enter its time on the sign-in sheet.`,
    SCAN_ID_TAKEN: 'Another check-in was stored under this ID. Scan the ticket or enter the time again.',
    TICKET_REPLACED: 'This ticket was replaced by a newer one. Ask for the newer one.',
    TICKET_INVALID: "This code isn't one of our tickets.",
    TICKET_NOT_NEEDED: 'Only in-person events have tickets.',
    SLOT_OVER: 'This time slot has already started, so registration for it is closed. Choose another one.',
    SLOT_CLOSED: 'Registration for this time slot is closed.',
    SLOT_FULL: 'This time slot is full. Choose another one, or join its waitlist.',
    WAITLIST_NEEDLESS: 'This time slot has an open seat. You can register right away.',
    MAKE_UP_IN_PERSON: 'For in-person events, just come to the time slot that teaches the hour again.',
    MAKE_UP_NEEDLESS: "You aren't missing any hour that this time slot still teaches.",
    EVENT_CLOSED: 'Registration closed',
    ANSWERS_CLOSED: "This time slot has started, so your answers can't be changed anymore.",
    EVALUATION_EARLY: 'You can evaluate this event once it is over.',
    EVALUATION_SENT: 'You have already sent this evaluation. Thank you.',
    NOT_REGISTERED: 'You are not registered for this event.',
    EVENT_HAS_REGISTRATIONS: 'People are registered for this event, so it cannot be deleted.',
    SLOT_HAS_REGISTRATIONS: 'People are registered for this time slot, so it cannot be deleted.',
    WEBINAR_MISSING: 'This time slot has no webinar ID yet.',
    WEBINAR_REFUSED: 'The webinar platform does not accept this webinar ID.',
    WEBINAR_BUSY: "A sync or delink is still running for this time slot. Wait until it's done.",
    WEBINAR_LINKED: 'People have join links for this webinar. Delink it first, then change its ID.',
    POLL_CODE_EARLY: 'This code is not open yet. Enter it when the speaker shows it.',
    POLL_CODE_OVER: 'This code has expired. Enter the one that the slide shows now.',
    POLL_CODE_OTHER_EVENT:
      'You are not registered for this event. If you registered with a different email, sign in with that one.',
    POLL_QUESTION_TAKEN: 'This time slot already has a code for this question. Choose another name.',
    ROOM_CLOSED: 'The room is not open right now.',
    SLOTS_OVERLAP: 'Slots should not overlap.',
    CERTIFICATE_ISSUED: "A certificate has been issued for this registration, so it can't be changed.",
    CHANGED_MEANWHILE: 'Someone else has changed this since you opened it. Check it and try again.',
    REGISTRATIONS_REFUSED: "Nothing was changed, because some of the changes aren't possible.",
    NOTHING_CHANGES: 'This matches the current version, so there is nothing to change.',
    NOTHING_TO_DO: 'Nothing to do.',
    POSTAL_ADDRESS_MISSING:
      'News needs a postal address. Add it on the page of the training provider, then send the news.',
    MAY_ARRIVE_TWICE: 'Some of these emails may have already arrived. Confirm that they may arrive twice.',
    SLOT_HELD_UP: "Something is unusual about this time slot's reports. Fix it or set it aside first.",
    REVIEW_EARLY:
      "These hours aren't counted yet. You can ask for a review once they are, at most a day after the event.",
    REVIEW_OVER: "It's too late to ask for a review of these hours. Contact support instead.",
    REVIEW_OPEN: "You have already asked for a review. We'll answer by email.",
    REVIEW_ANSWERED: 'These hours have already been reviewed. Contact support if you still have a question.',
    REVIEW_NEEDLESS: 'You already have all the hours for this event.',
    REVIEW_NOT_MORE: 'They already have that many hours. Give more, or leave the hours unchanged.',
    INSPECTION_EMPTY:
      'There are no registrations for this file. Choose another event, time slot, person or year.',
    INSPECTION_COUNTING: 'The hours are being counted. Try again in a minute.',
    INSPECTION_RUNS: 'Another file is being created. Try again in a minute.',
    NOT_UNDOABLE: 'Nothing left to undo.',
    IMPORT_STARTED: 'This file was already imported.',
    IMPORT_NOT_PREVIEWED: 'Check the rows first, then start the import.',
    NOT_DELETED: 'This registration is still active.',
    SLOT_DELETED: "Its time slot was deleted, so this registration can't be restored.",
    REGISTERED_AGAIN: "They have registered for this event again, so this registration can't be restored.",
    ADMINISTRATOR_STAYS:
      "Administrators can't delete their account. Ask the person who runs the portal's server.",
    EMAIL_CHANGED_LATELY:
      "This account's email changed recently. You can't delete the account while the old email can undo that change.",
    ADMINISTRATOR_ALREADY: 'This person is already an administrator.',
    LAST_ADMINISTRATOR:
      'The portal needs at least one administrator. Invite another one first, and wait until they accept.',
    SECOND_FACTOR_ON: 'Two-step verification is already on. Sign in with your code or passkey.',
    SECOND_FACTOR_OFF: 'Two-step verification is off.',
    SECOND_FACTOR_REQUIRED:
      "Every administrator needs two-step verification here, so it can't be turned off.",
    OWN_SECOND_FACTOR:
      'Only another administrator can reset your two-step verification. You can turn it off yourself.',
    LAST_FACTOR: 'This is your last method for two-step verification. Add another passkey or an app first.',
    WEBHOOKS_TOO_MANY: 'There are already 20 webhooks. Delete one first.',
    WEBHOOK_OFF: 'This webhook is off. Turn it on first.',
    TOO_MANY_PASSKEYS: 'You already have 20 passkeys. Remove one first.',
    PROFILE_INCOMPLETE: 'Complete your profile first. We need it for your certificate.',
    PROVIDER_INCOMPLETE:
      "Certificates need the training provider's name and signatory. Set them under Training provider first.",
    NAME_NOT_PRINTABLE:
      "Certificates can't print this name. They're on hold until someone enters the name as printed in the account.",
    NOT_DECIDED: 'These hours are already automatic.',
    ANSWER_UNFIT: 'This answer does not fit the question. Check it and try again.',
    OTHER_EVENT: 'This registration is for another event. Choose one for this event.',
    ZONE_NAMED:
      "Reports from the webinar platform include their time zone, so we can't read them in another one.",
    CERTIFICATE_MISSING: 'Generate the certificate before sending it.',
    EMAIL_TAKEN: 'Someone is already registered under this email. Enter a different one.',
    EMAIL_UNCHANGED: 'This is already your email, so there is nothing to change.',
    EMAIL_LEFT: 'This was your email until recently. To change back to it, use the link we emailed there.',
    EMAIL_CHANGED:
      'The email of this account was changed. Sign in with the new one, or undo the change with the link we emailed here.',
    ACCOUNT_MERGED:
      'This email belongs to an account that was merged with another one. Sign in with the other email, or contact support.',
    ADMINISTRATOR_MERGED:
      "An administrator's account can't be merged into another. Keep this account, or remove the administrator first.",
    ADMINISTRATOR_EMAIL:
      "This is the email of an administrator, who signs in with a password. It can't be changed here.",
  }),
  ...at(410, {
    OFFER_OVER: 'This offer has expired. If the time slot is still full, you can join its waitlist again.',
    CHANGES_UNKNOWN: 'This cursor belongs to another database. Start again without changed_since.',
    CERTIFICATE_WITHDRAWN: 'This certificate has been withdrawn.',
    RESTORING_OVER: `This was deleted more than ${restorableDays} days ago, so it can't be restored.`,
    EMAIL_CHANGE_OVER: "This email change can't be undone. The link has expired or was already used.",
  }),
  ...at(413, {
    TOO_LARGE: 'This is too large. Shorten it and try again.',
    PICTURE_TOO_LARGE: 'A picture can have up to 2 MB. Make it smaller and try again.',
    SHEET_TOO_LARGE: 'A file can have up to 10 MB. Choose a smaller one, or save it with fewer pixels.',
    SCAN_TOO_LARGE: 'A scan can have up to 20 MB. Scan it with fewer pixels.',
    IMPORT_TOO_LARGE: 'A file can have up to 20 MB. Split it, and import each part.',
    ATTENDANCE_TOO_LARGE: 'A report can have up to 50 MB. Export one webinar at a time.',
  }),
  ...at(415, {
    WRONG_MEDIA_TYPE: 'Please send JSON (Content-Type: application/json).',
    FORM_EXPECTED: 'Please send one file in the field "file" of a form (Content-Type: multipart/form-data).',
    PICTURE_REFUSED: 'Please choose a picture: PNG, JPEG, WebP or GIF.',
    SCAN_REFUSED: 'Please choose a scan of the sheet: PDF, JPEG or PNG.',
    SHEET_REFUSED: 'Please choose a PDF or a picture: PNG, JPEG, WebP, GIF, TIFF or HEIC.',
  }),
  ...at(422, {
    INVALID_FIELDS: 'Please check the marked fields.',
    INSPECTION_SCOPE: 'Please choose one event, time slot, person or renewal year.',
    TOO_MANY_IN_BULK: 'A bulk action can include up to 10,000 registrations. Narrow the filters.',
    TOO_MANY_RECIPIENTS: 'A message can go to up to 10,000 people. Narrow the filters.',
    EMAIL_DIFFERS: 'This is not the email of your account. Type it exactly as shown.',
    PICTURE_UNREADABLE:
      'This picture is damaged or incomplete. Save it again as PNG or JPEG, or choose another one.',
    PICTURE_TOO_MANY_PIXELS:
      'A picture can have up to 25 million pixels, such as 5,000 by 5,000. Make it smaller.',
    TIMES_OUTSIDE_SLOT:
      'The end must be after the start, and both within 12 hours of this day of the time slot.',
    HOURS_ZERO: 'Certificate cannot be generated',
  }),
  ...at(429, {
    TOO_MANY: 'Too many attempts. Please wait a moment and try again.',
    TOO_MANY_DIGITS: 'Too many incorrect codes today. Use the link in the email instead.',
    TOO_MANY_POLL_CODES: 'Too many incorrect codes. Wait an hour, or contact support.',
    TOO_MANY_WRONG_FACTORS:
      'Too many incorrect codes today. Use a passkey, or ask another administrator for a reset.',
  }),
  ...at(500, {
    BUG: 'Something went wrong on our side. Please try again. If it keeps happening, send support the request ID.',
  }),
  ...at(503, {
    NOT_READY: 'The portal is busy or starting up. Try again in a moment.',
    IDENTITY_AWAY: 'Sign-in is temporarily unavailable. Try again in a few minutes.',
    SINGLE_SIGN_ON_AWAY: 'The sign-in page of your company is not reachable now. Try again in a few minutes.',
    SINGLE_SIGN_ON_SETUP:
      "Your company's sign-in does not accept the portal. Its operator has to check the settings of single sign-on.",
  }),
}

/** Returns refusals of one HTTP status, from their messages. */
/* @__NO_SIDE_EFFECTS__ */
function at<Code extends string>(status: number, messages: Record<Code, string>) {
  const entries = Object.entries<string>(messages)
  const refused = entries.map(([code, message]): [string, RefusalText] => [code, { status, message }])
  return Object.fromEntries(refused) as Record<Code, RefusalText>
}

export type RefusalCode = keyof typeof refusals

/** Returns the general code of a status: its first one in the list. */
export function refusalOfStatus(status: number): RefusalCode {
  const found = Object.entries(refusals).find(([, text]) => text.status === status)
  if (found) return found[0] as RefusalCode
  return status >= 500 ? 'BUG' : 'MALFORMED'
}
