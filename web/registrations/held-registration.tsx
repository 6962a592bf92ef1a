import { Button, Group, Text, Tooltip } from '@mantine/core'
import { Download, Video } from 'lucide-react'
import type { ReactNode } from 'react'
import { inPersonFocusId, minutesEarly } from '#contract/events.ts'
import { type PlainTime, shownTime } from '#contract/plain-dates.ts'
import type { GroupedEvent } from '#web/events/grouped-events.ts'
import { externalUrl } from '#web/platform/ui/external-url.ts'
import { CancelRegistration } from './cancel-registration.tsx'

/** What can be done with the slot somebody holds: join, download the certificate, cancel. */
export function HeldRegistration({ event }: { event: GroupedEvent }) {
  const slot = event.slots.find((each) => each.alreadyRegistered)
  if (!slot) return null
  const isVirtual = event.focusId !== inPersonFocusId
  const joinUrl = externalUrl(slot.joinUrl)
  const certificate = externalUrl(slot.certificateLink)

  return (
    <>
      <Group gap="sm">
        {isVirtual && (
          <LinkOrSoon href={joinUrl} icon={<Video size={17} aria-hidden />} soon="Event Login Information">
            Join Webinar
          </LinkOrSoon>
        )}
        <LinkOrSoon
          href={certificate}
          icon={<Download size={17} aria-hidden />}
          soon="Download Certificate"
          isQuiet
        >
          Download Certificate
        </LinkOrSoon>
        <CancelRegistration event={event} hasCertificate={slot.certificateLink !== null} />
      </Group>
      {joinUrl && isVirtual && (
        <Text c="dimmed" size="sm" mt="sm">
          Please log in {minutesEarly} minutes early, from {logInTime(slot.startTime)} Eastern on. Poll
          questions are required for credit.
        </Text>
      )}
    </>
  )
}

// The webinar opens before its first session.
function logInTime(startTime: PlainTime): string {
  const [hours = 0, minutes = 0] = startTime.split(':').map(Number)
  const early = (hours * 60 + minutes - minutesEarly + 24 * 60) % (24 * 60)
  return shownTime(`${Math.floor(early / 60)}:${String(early % 60).padStart(2, '0')}` as PlainTime)
}

interface LinkOrSoonProps {
  href: string | undefined
  icon: ReactNode
  /** What the button reads while there is nothing to open. */
  soon: string
  isQuiet?: boolean
  children: string
}

function LinkOrSoon({ href, icon, soon, isQuiet = false, children }: LinkOrSoonProps) {
  if (href === undefined) {
    return (
      <Tooltip label="Will be available soon">
        <Button
          variant="default"
          leftSection={icon}
          data-disabled
          aria-disabled
          onClick={(event) => event.preventDefault()}
        >
          {soon}
        </Button>
      </Tooltip>
    )
  }
  return (
    <Button
      component="a"
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      variant={isQuiet ? 'light' : 'filled'}
      leftSection={icon}
    >
      {children}
    </Button>
  )
}
