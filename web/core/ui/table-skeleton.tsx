import { Skeleton, Stack } from '@mantine/core'

/** The shape of a table that is loading. */
export function TableSkeleton({ label }: { label: string }) {
  return (
    <Stack p="md" role="status" aria-label={label}>
      {[92, 84, 96, 78, 88, 70, 82, 64].map((width) => (
        <Skeleton key={width} h={14} w={`${width}%`} />
      ))}
    </Stack>
  )
}
