import * as brands from '#contract/foundation/brands/calls.ts'
import { serve } from '#server/core/http/serve.ts'
import { noun } from '#server/noun.ts'
import { serveWrite } from '#server/work.ts'
import { findBrand } from './queries.ts'
import { saveBrand } from './save-brand.ts'

export default noun({
  calls: [brands],
  serve(gate, services) {
    serve(gate, brands.getBrand, () => findBrand(services.db))
    serveWrite(gate, services, brands.saveBrand, saveBrand)
    return undefined
  },
})
