import { Progress, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { shownInstant } from '#web/core/texts/instants.ts'

interface Props {
  title: string
  begunAt: Date
  /** null: somebody who is not known any more. */
  begunBy: string | null
  done: number
  total: number
  isOver: boolean
  /** Below its bar: what has come of it so far. */
  children: ReactNode
}

/** How far something is that was begun by somebody and goes on by itself. */
export function JobProgress({ title, begunAt, begunBy, done, total, isOver, children }: Props) {
  return (
    <>
      <div>
        <Text fw={600}>{title}</Text>
        <Text size="sm" c="dimmed">
          Begun {shownInstant(begunAt)}
          {begunBy && ` by ${begunBy}`}
        </Text>
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
