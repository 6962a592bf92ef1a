import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { paths } from '#contract/core/paths.ts'

interface Props {
  eventSlotId: number
  hasSheet: boolean
  /** The slot in words. */
  name: string
}

/** Links a slot's hours and its sign-in sheet, before, during and after it. */
export function AdminSlotLinks({ eventSlotId, hasSheet, name }: Props) {
  // Tall enough for a finger or an unsteady pointer.
  const link = { component: Link, size: 'xs', underline: 'always', display: 'inline-block', py: 4 } as const
  return (
    <>
      <Anchor {...link} to={paths.attendance({ eventSlotId })} aria-label={`Hours of ${name}`}>
        Hours
      </Anchor>
      {hasSheet && (
        <Anchor {...link} to={paths.signInSheet({ eventSlotId })} aria-label={`Sign-in sheet of ${name}`}>
          Sign-in sheet
        </Anchor>
      )}
    </>
  )
}
