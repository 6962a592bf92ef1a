import { SimpleGrid, Text } from '@mantine/core'
import { externalUrl } from '#web/core/ui/external-url.ts'
import type { GroupedEvent } from './grouped-events.ts'
import { VideoPlayer } from './video-player.tsx'

export function hasVideo(event: GroupedEvent): boolean {
  return videosOf(event).length > 0
}

/** The recordings of an event and of its courses. */
export function EventVideos({ event }: { event: GroupedEvent }) {
  return (
    <SimpleGrid component="ul" minColWidth="min(14.5rem, 100%)" spacing="md" verticalSpacing={20}>
      {videosOf(event).map(({ key, title, by, url, poster }) => (
        <li key={key}>
          <VideoPlayer title={title} url={url} poster={poster} />
          <Text mt={8} fw={600} lh={1.35}>
            {title}
          </Text>
          {by && <p className="muted small">{by}</p>}
        </li>
      ))}
    </SimpleGrid>
  )
}

interface Video {
  key: string
  title: string
  by: string
  url: string
  poster: string | null
}

function videosOf(event: GroupedEvent): Video[] {
  const whole = { key: 'event', title: 'Full recording', by: '', link: event.videoLink, poster: event.logo }
  const courses = event.speakers.map((speaker) => ({
    key: String(speaker.speakerId),
    title: speaker.courseTitle,
    by: [speaker.presenterName, speaker.companyName].filter(Boolean).join(', '),
    link: speaker.videoLink,
    poster: speaker.logo,
  }))
  return [whole, ...courses].flatMap(({ link, ...video }) => {
    const url = externalUrl(link)
    return url ? [{ ...video, url }] : []
  })
}
