import { Skeleton, Stack, VisuallyHidden } from '@mantine/core'

/** Holds the place of the cards. */
export function EventCardsLoading() {
  return (
    <Stack gap="lg" role="status">
      <VisuallyHidden>Loading the events</VisuallyHidden>
      {[0, 1, 2].map((place) => (
        <Skeleton key={place} height={232} radius={8} />
      ))}
    </Stack>
  )
}
