import { getActivities } from '#contract/foundation/activities/calls.ts'
import { getMails } from '#contract/foundation/mails/calls.ts'
import { getMailFailures, getMailFlow, tryMailsAgain } from '#contract/foundation/mails/tries.ts'
import { useAct } from '#web/core/api/act.ts'
import { call } from '#web/core/api/call.ts'
import { shownCount } from '#web/core/texts/counts.ts'
import { toastDone } from '#web/core/ui/toasts.tsx'

interface Retry {
  which: { mailIds: number[] } | { reason: string }
  mails: number
  /** The number that may have arrived. */
  perhapsSent: number
}

/** Sends emails again. Asks first if one may arrive twice. */
export function useTryAgain(onTried?: () => void) {
  return useAct(send, {
    confirm: (retry) => retry.perhapsSent > 0 && questionOf(retry),
    done: ({ tried }) => {
      toastDone(tried === 1 ? 'The email is sent again' : `${shownCount(tried)} emails are sent again`)
      onTried?.()
    },
    failed: "Couldn't resend. Try again.",
    tell: 'toast',
    reloads: [getMails, getMailFailures, getMailFlow, getActivities],
  })
}

function send({ which, perhapsSent }: Retry) {
  return call(tryMailsAgain, { body: { which, mayArriveTwice: perhapsSent > 0 } })
}

function questionOf({ mails, perhapsSent }: Retry) {
  const why = 'the email server received it, but its answer was lost'
  if (mails === 1) {
    return {
      title: 'Send this email again?',
      message: `It may have arrived: ${why}. If you send it again, it may arrive twice.`,
      confirmLabel: 'Send again',
    }
  }
  const some =
    perhapsSent === mails ? 'Each of them' : `${shownCount(perhapsSent)} of these ${shownCount(mails)}`
  return {
    title: `Send ${shownCount(mails)} emails again?`,
    message: `${some} may have arrived: ${why}. If you send them again, they may arrive twice.`,
    confirmLabel: 'Send again',
  }
}
