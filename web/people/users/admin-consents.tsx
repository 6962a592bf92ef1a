import { Box, Text } from '@mantine/core'
import type { AnsweredConsent } from '#contract/people/users/edits.ts'
import { shownInstant } from '#web/core/texts/instants.ts'
import { Hint } from '#web/core/ui/hint.tsx'

/** Lists a person's answers about the mailing list. */
export function AdminConsents({ consents }: { consents: AnsweredConsent[] }) {
  if (consents.length === 0) return null
  return (
    <ul className="lines" aria-label="Answers so far">
      {consents.map(({ isGiven, textShown, eventName, answeredAt, answeredBy }) => (
        <Box component="li" py={10} key={answeredAt.getTime()}>
          <Hint>
            <strong>{isGiven ? 'Agreed' : 'Not agreed'}</strong>, {shownInstant(answeredAt)}
            {eventName && `, for ${eventName}`}
            {answeredBy && `, recorded by ${answeredBy.name || answeredBy.email}`}
          </Hint>
          <Text size="sm" style={{ whiteSpace: 'pre-line' }}>
            {textShown}
          </Text>
        </Box>
      ))}
    </ul>
  )
}
