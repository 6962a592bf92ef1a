import { useRouterState } from '@tanstack/react-router'
import { CircleHelp } from 'lucide-react'
import { paths } from '#contract/core/paths.ts'

/** The section of `docs/help/season.md` about each page; the first line that an address begins with counts. */
export const helpSections: [address: string, section: string][] = [
  [paths.attendance(), 'the-day-after'],
  [paths.signInSheet(), 'the-day-of-a-seminar'],
  [paths.creditQueue(), 'needs-a-decision'],
  [paths.doorDay(), 'the-day-of-a-seminar'],
  [paths.manageEvents(), 'publish-an-event'],
  [paths.manageSponsors(), 'publish-an-event'],
  [paths.manageSpeakers(), 'publish-an-event'],
  [paths.webinars(), 'the-day-of-a-webinar'],
  [paths.mails(), 'emails'],
  [paths.inspections(), 'records-for-the-faa'],
  [paths.unusualCredits(), 'records-for-the-faa'],
  [paths.dashboard(), 'the-week-before'],
  [paths.provider(), 'before-the-season'],
  [paths.hoursFigures(), 'before-the-season'],
  [paths.administrators(), 'before-the-season'],
  [paths.secondFactor(), 'before-the-season'],
  [paths.account(), 'registrations'],
  [paths.adminHome(), 'registrations'],
]

/** Opens the help about the current page of the panel in a new tab, so that nothing typed is lost. */
export function HelpLink({ className }: { className?: string | undefined }) {
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  const section = helpSections.find(([address]) => pathname.startsWith(address))?.[1] ?? 'before-the-season'
  return (
    <a
      href={paths.help({ page: 'season', section })}
      target="_blank"
      rel="noreferrer"
      aria-label="Help"
      className={className}
    >
      <CircleHelp size={17} />
      <span>Help</span>
    </a>
  )
}
