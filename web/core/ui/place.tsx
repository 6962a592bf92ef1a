import type { ComponentType } from 'react'
import { lazy, Suspense } from 'react'
import { fetchCode } from '#web/core/code.ts'
import { Contained } from './contained.tsx'

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>

/**
 * Returns a place on a page that a district above fills with `fillWith`, in the lists of pages. It is empty
 * until its code has loaded, or if that fails.
 */
export function place<Props extends object>() {
  let filling: Load<Props> | undefined
  const Filled = lazy(() => fetchCode(filling as Load<object>))

  function Place(props: Props) {
    return (
      filling && (
        <Contained>
          <Suspense>
            <Filled {...props} />
          </Suspense>
        </Contained>
      )
    )
  }

  return Object.assign(Place, {
    fillWith(load: Load<Props>): void {
      filling = load
    },
  })
}
