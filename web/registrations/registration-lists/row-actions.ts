import { useNavigate } from '@tanstack/react-router'
import {
  CalendarPlus,
  CalendarSync,
  History,
  MailCheck,
  QrCode,
  Scale,
  Trash2,
  UserRound,
  UserRoundPen,
} from 'lucide-react'
import type { MouseEvent } from 'react'
import { createContext, useMemo, useRef } from 'react'
import { paths } from '#contract/core/paths.ts'
import { getActivities } from '#contract/foundation/activities/calls.ts'
import { releaseHours } from '#contract/ledger/credits/calls.ts'
import { getAccount } from '#contract/office/accounts/records.ts'
import { updateUserByAdmin } from '#contract/people/users/edits.ts'
import type { RegistrationRow } from '#contract/registrations/registration-lists/rows.ts'
import {
  changeRegistrations,
  deleteRegistration,
  sendConfirmationEmail,
  updateTimeslot,
} from '#contract/registrations/registrations/changes.ts'
import { replaceTicket } from '#contract/registrations/tickets/calls.ts'
import { showActions } from '#web/core/ui/action-menu.tsx'
import { editUser } from '#web/people/users/admin-edit-user.tsx'
import { addToEvents } from '#web/registrations/registrations/admin-add-to-events.tsx'
import { changeRegistration } from '#web/registrations/registrations/admin-change-registration.tsx'
import { personOf, useRegistrationActions } from '#web/registrations/registrations/registration-actions.ts'

/** The acts that the cells of a row share. */
export interface RowActions {
  showMenu: (row: RegistrationRow, anchor: HTMLElement) => void
  /** Follows a plain link without reloading the page. The router's own link would slow drawing a row. */
  visit: (event: MouseEvent<HTMLAnchorElement>) => void
}

export const RowActions = createContext<RowActions>({ showMenu: () => undefined, visit: () => undefined })

/** Returns acts that never change, so that rows are not redrawn. */
export function useRowActions(): RowActions {
  const now = useRegistrationActions()
  const navigate = useNavigate()
  const work = useRef(now)
  work.current = now
  return useMemo(
    () => ({
      visit(event) {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        void navigate({ href: event.currentTarget.getAttribute('href') ?? '' })
      },
      showMenu: (row, anchor) =>
        showActions(`Actions for ${personOf(row)}`, anchor, [
          {
            label: 'Change time slot',
            icon: CalendarSync,
            needs: updateTimeslot,
            act: () => changeRegistration.show({ row }),
          },
          {
            label: 'Add to another event',
            icon: CalendarPlus,
            needs: changeRegistrations,
            act: () => addToEvents.show({ userId: row.userId, name: personOf(row) }),
          },
          {
            label: 'Send confirmation email',
            icon: MailCheck,
            needs: sendConfirmationEmail,
            act: () => void work.current.sendConfirmation(row),
          },
          ...(row.isInPerson
            ? [
                {
                  label: 'Replace ticket',
                  icon: QrCode,
                  needs: replaceTicket,
                  act: () => void work.current.replaceTicket(row),
                },
              ]
            : []),
          ...(row.ruleHours === null
            ? []
            : [
                {
                  label: 'Use automatic hours',
                  icon: Scale,
                  needs: releaseHours,
                  act: () => void work.current.release(row),
                },
              ]),
          {
            label: 'Edit user',
            icon: UserRoundPen,
            needs: updateUserByAdmin,
            act: () => editUser.show({ userId: row.userId, name: personOf(row) }),
          },
          { label: 'Open profile', icon: UserRound, needs: getAccount, link: { to: paths.account(row) } },
          {
            label: 'History',
            icon: History,
            needs: getActivities,
            link: { to: paths.activities(), search: { userId: row.userId } },
          },
          {
            label: 'Delete registration',
            icon: Trash2,
            tone: 'danger',
            needs: deleteRegistration,
            act: () => void work.current.remove(row),
          },
        ]),
    }),
    [navigate],
  )
}
