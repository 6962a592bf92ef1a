import { CircleCheck } from 'lucide-react'
import { getReviews } from '#contract/counting/credit-reviews/calls.ts'
import { useData } from '#web/core/api/data.tsx'
import { EmptyState } from '#web/core/ui/empty-state.tsx'
import { Loaded } from '#web/core/ui/loaded.tsx'
import { AdminPage } from '#web/core/ui/page-frame.tsx'
import { AdminReviews } from '#web/counting/credit-reviews/admin-reviews.tsx'
import { QuestionPanels } from './question-panels.tsx'
import { findingDetails } from './registration-finding.ts'

/** 'Review requests': the people who ask for another look at their hours, over all slots. */
export default function AdminCreditReviewsPage() {
  const read = useData(getReviews, { query: {} })
  return (
    <AdminPage
      title="Review requests"
      about="People who ask for another look at their hours. Each answer is kept with its reason."
    >
      <Loaded of={read}>
        {({ reviews }) =>
          reviews.some(({ answer }) => answer === null) ? (
            <AdminReviews onOpen={findingDetails.show} />
          ) : (
            <EmptyState
              icon={CircleCheck}
              title="No review requests"
              text="Requests from people will show up here until they are answered."
            />
          )
        }
      </Loaded>
      <QuestionPanels />
    </AdminPage>
  )
}
