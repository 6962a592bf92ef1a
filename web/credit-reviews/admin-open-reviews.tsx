import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { paths } from '#contract/core/paths.ts'
import { countReviews } from '#contract/credit-reviews/calls.ts'
import { useData } from '#web/core/api/data.tsx'
import { openReviewsInWords } from './review-words.ts'

/** How many reviews wait, and how long the oldest one does. Nothing if none waits. */
export function AdminOpenReviews() {
  const { data } = useData(countReviews, {}, { every: 60_000 })
  if (!data || data.open === 0) return null
  return (
    <p className="small figures">
      <Anchor component={Link} to={paths.creditQueue()} fz="inherit" underline="always">
        {openReviewsInWords(data.open, data.oldestAt)}
      </Anchor>
    </p>
  )
}
