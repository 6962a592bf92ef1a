import { Progress, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { shownInstant } from '#web/core/texts/instants.ts'
import { Hint } from '#web/core/ui/hint.tsx'

interface Props {
  title: string
  begunAt: Date
  /** null for a deleted account. */
  begunBy: string | null
  done: number
  total: number
  isOver: boolean
  children: ReactNode
}

/** The progress of a background job. */
export function JobProgress({ title, begunAt, begunBy, done, total, isOver, children }: Props) {
  return (
    <>
      <div>
        <Text fw={600}>{title}</Text>
        <Hint>
          Begun {shownInstant(begunAt)}
          {begunBy && ` by ${begunBy}`}
        </Hint>
      </div>
      <div>
        <Progress
          value={total === 0 ? 100 : (100 * done) / total}
          size="lg"
          aria-label="Progress"
          {...(isOver && { color: 'teal' })}
        />
        {children}
      </div>
    </>
  )
}
