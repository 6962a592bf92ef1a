import { getActivities } from '#contract/foundation/activities/calls.ts'
import { serve } from '#server/core/http/serve.ts'
import { noun } from '#server/noun.ts'
import { findActivities } from './queries.ts'

export default noun({
  serve(gate, services) {
    serve(gate, getActivities, ({ query }) => findActivities(services, query))
  },
})
