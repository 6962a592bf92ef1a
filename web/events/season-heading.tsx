import { Badge, Group, Text, VisuallyHidden } from '@mantine/core'
import { seasonLabel } from '#contract/core/season.ts'
import { PageHeading } from '#web/core/ui/page-heading.tsx'

interface Props {
  season: number
  /** What the page is for. */
  text: string
  children: string
}

/** The heading of a page with the events of one season. */
export function SeasonHeading({ season, text, children }: Props) {
  return (
    <div>
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <PageHeading>{children}</PageHeading>
        {/* Which one it is, is not known yet where the page is drawn beforehand. */}
        {!import.meta.env.SSR && (
          <Badge size="lg" style={{ flex: 'none' }}>
            <VisuallyHidden>Season </VisuallyHidden>
            {seasonLabel(season)}
          </Badge>
        )}
      </Group>
      <Text c="dimmed" mt={4}>
        {text}
      </Text>
    </div>
  )
}
