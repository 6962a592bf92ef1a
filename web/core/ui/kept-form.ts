import { useEffect, useState } from 'react'
import type { FormOptions } from './form.ts'
import { useCheckedForm } from './form.ts'
import { forgetKept, readKept, useKept } from './kept-changes.ts'
import { hideToast, toastDone } from './toasts.tsx'

const stillHere = 'Your entries are still here. They have not been sent yet.'

interface KeptFormOptions<Values, Answer> extends FormOptions<Values, Answer> {
  /** People who leave the page and return find what they typed. */
  survivesLeaving?: boolean
}

/** A checked form whose values survive a reload and the session's end, under its name. Never for passwords. */
export function useKeptForm<Values extends Record<string, unknown>, Answer = unknown>(
  name: string,
  { survivesLeaving = false, ...options }: KeptFormOptions<Values, Answer>,
) {
  const form = useCheckedForm({
    ...options,
    send: async (values) => {
      const answer = await options.send(values)
      forgetKept(name)
      hideToast(stillHere)
      return answer
    },
  })
  const { values, setValues } = form.fields
  const [kept] = useState(() => readKept<Partial<Values>>(name))
  const isChanged = JSON.stringify(values) !== JSON.stringify(options.initialValues)
  useKept(name, isChanged ? values : undefined, { survivesLeaving })
  useEffect(() => {
    if (!kept) return
    setValues(kept)
    toastDone(stillHere)
  }, [kept, setValues])
  return form
}
