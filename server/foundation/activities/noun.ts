import * as activities from '#contract/foundation/activities/calls.ts'
import { serve } from '#server/core/http/serve.ts'
import { noun } from '#server/noun.ts'
import { personalData } from '#server/personal.ts'
import { findActivities, findActivitiesOf } from './queries.ts'

export default noun({
  calls: [activities],
  serve(gate, services) {
    serve(gate, activities.getActivities, ({ query }) => findActivities(services, query))
  },
  personal: {
    data: [
      personalData({
        key: 'activities',
        title: 'History of your account and registrations',
        read: ({ db }, person) => findActivitiesOf(db, person),
        columns: {
          When: 'actedAt',
          Event: 'eventName',
          What: ({ activity }) => activities.activityLabels[activity],
          By: ({ by }) =>
            ({ you: 'You', 'an administrator': 'An administrator', 'the portal': 'The portal' })[by],
        },
      }),
    ],
  },
})
