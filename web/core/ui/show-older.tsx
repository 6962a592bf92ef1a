import { Button, Group } from '@mantine/core'
import type { Portions } from '#web/core/api/portions.ts'
import { FormProblem } from './form-problem.tsx'

interface Props {
  /** What has been read so far. */
  read: Portions<unknown>
  /** What is told where older ones can't be read. */
  failed: string
}

/** The end of a list that is read portion by portion: the way to what is older. */
export function ShowOlder({ read, failed }: Props) {
  return (
    <>
      <FormProblem text={read.error ? failed : undefined} />
      {read.hasMore && (
        <Group justify="center" p="sm">
          <Button
            variant="default"
            size="xs"
            loading={read.isReadingMore}
            onClick={() => void read.readMore()}
          >
            Show older
          </Button>
        </Group>
      )}
    </>
  )
}
