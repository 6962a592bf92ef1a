import type { MantineSpacing } from '@mantine/core'
import { Paper, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useId } from 'react'

interface Props {
  title: string
  /** For links to the heading. */
  id?: string
  /** The space below the heading. */
  mb?: MantineSpacing
  children: ReactNode
}

/** A card of a person's own pages, under its heading. */
export function ProfileCard({ title, id: linked, mb = 'xs', children }: Props) {
  const own = useId()
  const id = linked ?? own
  return (
    <Paper p="xl" component="section" aria-labelledby={id}>
      <Title order={2} id={id} mb={mb}>
        {title}
      </Title>
      {children}
    </Paper>
  )
}
