import { Box, Text } from '@mantine/core'
import type { Speaker } from '#contract/events/speakers/calls.ts'
import { externalUrl } from '#web/core/ui/external-url.ts'
import { LazyModal } from '#web/core/ui/lazy-modal.tsx'
import { SafeHtml } from '#web/core/ui/safe-html.tsx'
import { Contacts } from './contacts.tsx'
import styles from './event-details.module.css'
import { VideoPlayer } from './video-player.tsx'

interface Props {
  speaker: Speaker
  isOpen: boolean
  onClose: () => void
}

/** A course, its presenter and their company. */
export function SpeakerDetails({ speaker, isOpen, onClose }: Props) {
  const video = externalUrl(speaker.videoLink)
  return (
    <LazyModal opened={isOpen} onClose={onClose} size={1000} height={750} title={speaker.courseTitle}>
      <div className="stack">
        <div className={`row ${styles.person}`}>
          <img src={speaker.logo} alt="" />
          <Text fw={600}>{speaker.companyName}</Text>
        </div>
        <SafeHtml html={speaker.courseDetails} />
        <section>
          <h3>{speaker.presenterName}</h3>
          <Text c="dimmed" mb="sm">
            {speaker.presenterDesignation}
          </Text>
          <SafeHtml html={speaker.presenterDetails} />
        </section>
        {video && (
          <Box maw={480}>
            <VideoPlayer title={speaker.courseTitle} url={video} poster={speaker.logo} />
          </Box>
        )}
        <Contacts website={speaker.website} email={speaker.email} />
      </div>
    </LazyModal>
  )
}
