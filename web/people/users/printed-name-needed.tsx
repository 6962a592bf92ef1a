import { Alert } from '@mantine/core'
import { Info } from 'lucide-react'
import { paths } from '#contract/core/paths.ts'
import { getProfile } from '#contract/people/users/calls.ts'
import { useData } from '#web/core/api/data.tsx'
import { TextLink } from '#web/core/ui/text-link.tsx'

/** Asks for a printed name, if certificates can't print a letter of the person's name. */
export function PrintedNameNeeded() {
  const letters = useData(getProfile, {}).data?.userData.unprintableLetters
  if (!letters) return null
  return (
    <Alert icon={<Info />} title="Your certificates are on hold">
      We can't print {[...letters].join(' ')}.{' '}
      <TextLink to={paths.profile()} inherit underline="always">
        Enter your name as it should be printed
      </TextLink>
      .
    </Alert>
  )
}
