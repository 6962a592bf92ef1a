import { Group } from '@mantine/core'
import type { Portions } from '#web/core/api/portions.ts'
import { SmallButton } from '#web/core/ui/small-button.tsx'
import { FormProblem } from './form-problem.tsx'

interface Props {
  read: Portions<unknown>
  failed: string
  label?: string
}

/** The end of a list read in portions: a button for older entries. */
export function ShowOlder({ read, failed, label = 'Show older' }: Props) {
  return (
    <>
      <FormProblem text={read.error ? failed : undefined} />
      {read.hasMore && (
        <Group justify="center" p="sm">
          <SmallButton loading={read.isReadingMore} onClick={() => void read.readMore()}>
            {label}
          </SmallButton>
        </Group>
      )}
    </>
  )
}
