import { Stack } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { paths } from '#contract/core/paths.ts'
import { PageHeading } from '#web/core/ui/page-heading.tsx'
import { TextLink } from '#web/core/ui/text-link.tsx'
import { PollCodeForm } from './poll-code-form.tsx'

/** Takes the code on an event's slides. A QR code fills it in. */
export default function PollPage() {
  const { code = '' } = useParams({ strict: false })
  return (
    <Stack gap="lg" maw={440}>
      <PageHeading text="The speaker shows a code on a slide. Enter it here before it expires.">
        Answer a poll
      </PageHeading>
      <PollCodeForm key={code} code={code} />
      <TextLink to={paths.registeredEvents()} className="touch">
        Go to your registered events
      </TextLink>
    </Stack>
  )
}
