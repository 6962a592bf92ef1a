import type { Data } from '#contract/core/endpoint.ts'
import { paths } from '#contract/core/paths.ts'
import { getEventsWithSlots } from '#contract/events/events/calls.ts'
import { shownTimeslot } from '#contract/events/slots/times.ts'
import { findAccounts } from '#contract/office/accounts/merges.ts'
import { getDashboard } from '#contract/office/dashboard/calls.ts'
import { getAllRegisteredUsers } from '#contract/registrations/registration-lists/calls.ts'
import { useData } from '#web/core/api/data.tsx'
import { can } from '#web/core/session/can.ts'
import { counted } from '#web/core/texts/counts.ts'
import { personOf } from '#web/registrations/registrations/registration-actions.ts'
import { useMenu, useTabs } from './admin-menu-links.ts'

/** A result's words, and its address. */
export interface Found {
  id: string
  label: string
  /** '' if the label says enough. */
  about: string
  link: { to: string; search?: object }
}

interface FoundGroup {
  label: string
  found: Found[]
}

/** The most results of each kind. */
const most = 5
/** A shorter text finds too many people. */
const shortest = 2

/**
 * Returns the pages and events for a text, and the people and registrations that the server finds. `sent`,
 * the server's text, is slightly older. Leaves out what the administrator's role may not read.
 */
export function useSearchResults(text: string, sent: string) {
  const isLong = text.length >= shortest
  const isAsked = isLong && sent === text
  const events = useData(getEventsWithSlots, { query: {} }, { isEnabled: can(getEventsWithSlots) })
  const people = useData(
    findAccounts,
    { query: { search: sent } },
    { isEnabled: isAsked && can(findAccounts) },
  )
  const registrations = useData(
    getAllRegisteredUsers,
    { query: { search: sent, limit: most } },
    { isEnabled: isAsked && can(getAllRegisteredUsers) },
  )
  const reads = [
    ...(can(findAccounts) ? [people] : []),
    ...(can(getAllRegisteredUsers) ? [registrations] : []),
  ]
  const hasFailed = isAsked && reads.some(({ error }) => error)
  // Both together: results that arrive separately would move under the pointer. None of an older text: Enter
  // opens the first.
  const hasArrived = isAsked && reads.every(({ data }) => data)
  const groups: FoundGroup[] = [
    { label: 'Pages', found: findPages(text, usePages()) },
    { label: 'Events', found: isLong ? findEvents(text, events.data) : [] },
    { label: 'People', found: hasArrived ? peopleIn(people.data) : [] },
    { label: 'Registrations', found: hasArrived ? registrationsIn(registrations.data) : [] },
  ]
  return {
    groups: groups.filter(({ found }) => found.length > 0),
    isWaiting: isLong && !hasArrived && !hasFailed,
    retry: hasFailed ? () => reads.forEach(({ reload }) => void reload()) : undefined,
  }
}

/** Returns the pages of the menu, whatever the day, and the tabs that are no menu entry. */
function usePages(): { label: string; to: string }[] {
  const menu = useMenu()
  return [...menu, ...useTabs().filter((tab) => tab.of !== 'Event' && !menu.some(({ to }) => to === tab.to))]
}

function findPages(text: string, menu: { label: string; to: string }[]): Found[] {
  const dashboard = can(getDashboard) ? [{ label: 'Dashboard', to: paths.dashboard() }] : []
  return [...dashboard, ...menu]
    .filter(({ label }) => hasWords(label, text))
    .map(({ label, to }) => ({ id: to, label, about: '', link: { to } }))
}

function findEvents(text: string, events: Data<typeof getEventsWithSlots> | undefined): Found[] {
  const all = events?.years.flatMap((year) => year.events) ?? []
  return all
    .filter(({ eventName }) => hasWords(eventName, text))
    .slice(0, most)
    .map(({ eventId, eventName, formattedDuration, isDraft }) => ({
      id: `event-${eventId}`,
      label: eventName,
      about: [isDraft && 'Unpublished', formattedDuration || 'No dates yet'].filter(Boolean).join(' · '),
      link: { to: paths.manageEvents({ eventId }) },
    }))
}

function peopleIn(answer: Data<typeof findAccounts> | undefined): Found[] {
  return (answer?.accounts ?? []).slice(0, most).map((account) => {
    const { userId, name, email, companyName, registrations } = account
    return {
      id: userId,
      label: name || email,
      about: [name && email, companyName, counted(registrations, 'registration')].filter(Boolean).join(' · '),
      link: { to: paths.account({ userId }) },
    }
  })
}

function registrationsIn(answer: Data<typeof getAllRegisteredUsers> | undefined): Found[] {
  return (answer?.registrations ?? []).map((row) => ({
    id: `registration-${row.registrationId}`,
    label: personOf(row),
    about: `${row.eventName} · ${shownTimeslot(row)}`,
    link: {
      to: paths.allRegistrations(),
      search: { search: row.email, eventName: row.eventName, year: 'All' },
    },
  }))
}

/** Returns true if a label contains each typed word. */
function hasWords(label: string, text: string) {
  const words = text.toLowerCase().split(/\s+/)
  return words.every((word) => label.toLowerCase().includes(word))
}
