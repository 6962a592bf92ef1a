import { useState } from 'react'
import type { SavedProvider } from '#contract/training-providers/calls.ts'
import { ProviderForm } from './provider-form.tsx'
import { mergedValues, providerValuesOf } from './provider-values.ts'

interface Props {
  newest: SavedProvider
  /** What the picture beside it shows as the number of the course. */
  courseNumber: string
}

/** Holds on to the version that was read first: what somebody else saves meanwhile takes nothing away that is typed. */
export function ProviderEditor({ newest, courseNumber }: Props) {
  const [{ base, typed }, setStart] = useState(() => ({ base: newest, typed: providerValuesOf(newest) }))
  return (
    <ProviderForm
      key={base.version}
      base={base}
      start={typed}
      newest={newest}
      courseNumber={courseNumber}
      onNewest={(values) => setStart({ base: newest, typed: mergedValues(values, base, newest) })}
      onSaved={(saved) => setStart({ base: saved, typed: providerValuesOf(saved) })}
    />
  )
}
