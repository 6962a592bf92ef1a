import { Badge, Group, Text, VisuallyHidden } from '@mantine/core'
import { seasonLabel } from '#contract/core/season.ts'
import { PageHeading } from '#web/core/ui/page-heading.tsx'

interface Props {
  season: number
  text: string
  children: string
}

/** The heading of a page with one season's events. */
export function SeasonHeading({ season, text, children }: Props) {
  return (
    <div>
      <Group justify="space-between" gap="xs">
        <PageHeading>{children}</PageHeading>
        {/* The build does not know the season. */}
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
