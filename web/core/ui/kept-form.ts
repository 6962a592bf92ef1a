import { useEffect, useState } from 'react'
import { type FormOptions, useCheckedForm } from './form.ts'
import { readKept, useKept } from './kept-changes.ts'
import { toastDone } from './toasts.tsx'

/** A checked form whose values survive a reload and the end of the session, under its name. Never for passwords. */
export function useKeptForm<Values extends Record<string, unknown>>(
  name: string,
  options: FormOptions<Values>,
) {
  const form = useCheckedForm(options)
  const { values, setValues } = form.fields
  const [kept] = useState(() => readKept<Partial<Values>>(name))
  const isChanged = JSON.stringify(values) !== JSON.stringify(options.initialValues)
  useKept(name, isChanged ? values : undefined)
  useEffect(() => {
    if (!kept) return
    setValues(kept)
    toastDone('Your entries are still here. They have not been sent yet.')
  }, [kept, setValues])
  return form
}
