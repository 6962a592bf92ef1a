import { Group } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Portions } from '#web/core/api/portions.ts'
import { FormProblem } from './form-problem.tsx'
import { Loaded } from './loaded.tsx'
import { SmallButton } from './small-button.tsx'

interface Props<Row> {
  of: Portions<Row>
  loading?: ReactNode
  /** Shown in place of an empty list. */
  empty?: ReactNode
  /** Said if older rows could not be read. */
  failed: string
  label?: string
  /** Draws the rows so far, and the button for older ones after them. */
  children: (rows: Row[], older: ReactNode) => ReactNode
}

/** A list read in portions, with a button for older rows at its end. */
export function PortionList<Row>({ of, loading, empty, failed, label = 'Show older', children }: Props<Row>) {
  const older = (
    <>
      <FormProblem text={of.error ? failed : undefined} />
      {of.hasMore && (
        <Group justify="center" p="sm">
          <SmallButton loading={of.isReadingMore} onClick={() => void of.readMore()}>
            {label}
          </SmallButton>
        </Group>
      )}
    </>
  )
  return (
    <Loaded of={of} loading={loading}>
      {(rows) => (rows.length === 0 && empty) || children(rows, older)}
    </Loaded>
  )
}
