import { Skeleton, Stack, VisuallyHidden } from '@mantine/core'

/** Reserves the space of the cards. */
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
