import { Alert, Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Info } from 'lucide-react'
import { paths } from '#contract/core/paths.ts'
import { getProfile } from '#contract/people/users/calls.ts'
import { useData } from '#web/core/api/data.tsx'

/** Asks for a printed name, if certificates can't print a letter of the person's name. */
export function PrintedNameNeeded() {
  const letters = useData(getProfile, {}).data?.userData.unprintableLetters
  if (!letters) return null
  return (
    <Alert icon={<Info size={18} aria-hidden />} title="Your certificates wait for your name">
      We can't print {[...letters].join(' ')}.{' '}
      <Anchor component={Link} to={paths.profile()} inherit underline="always">
        Enter your name as it should be printed
      </Anchor>
      .
    </Alert>
  )
}
