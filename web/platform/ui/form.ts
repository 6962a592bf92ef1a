import { useForm } from '@mantine/form'
import { type FormEvent, useRef, useState } from 'react'
import type * as z from 'zod/mini'
import { ApiError } from '#web/platform/api/call.ts'
import { explanation } from './failure.tsx'

/** One message per invalid field, by the field's name. */
export type FieldErrors = Record<string, string>

interface FormOptions<Values> {
  initialValues: Values
  /** What is wrong with the values; asked for one field when it is left, for all on submit. */
  check: (values: Values) => FieldErrors | Promise<FieldErrors>
  /** What submitting valid values does. A refusal it throws is shown at its fields, or above the button. */
  send: (values: Values) => Promise<void>
  /** What is said where a refusal is not about a field; its own message by default. */
  explain?: (error: unknown) => string
}

/** A form's fields, what is wrong with them, and its submission. The first invalid field receives the focus. */
export function useCheckedForm<Values extends Record<string, unknown>>(options: FormOptions<Values>) {
  const { initialValues, check, send, explain = explanation } = options
  const element = useRef<HTMLFormElement>(null)
  const isBusy = useRef(false)
  const [isSending, setSending] = useState(false)
  const [problem, setProblem] = useState<string>()
  const fields = useForm<Values>({
    mode: 'controlled',
    initialValues,
    validateInputOnBlur: true,
    validate: check,
  })

  function refuse(error: unknown) {
    const refused = error instanceof ApiError ? error.fields : {}
    const known = Object.fromEntries(Object.entries(refused).filter(([name]) => name in fields.getValues()))
    fields.setErrors(known)
    if (Object.keys(known).length > 0) focusFirstInvalid(element.current)
    else setProblem(explain(error))
  }

  async function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (isBusy.current) return
    isBusy.current = true
    setSending(true)
    setProblem(undefined)
    try {
      const { hasErrors } = await fields.validate()
      if (hasErrors) focusFirstInvalid(element.current)
      else await send(fields.getValues())
    } catch (error) {
      refuse(error)
    } finally {
      isBusy.current = false
      setSending(false)
    }
  }

  return { fields, formProps: { ref: element, onSubmit, noValidate: true }, isSending, problem }
}

/** What a schema of the contract has against the values: the first message of each field. */
export function schemaErrors(schema: z.ZodMiniType, values: unknown): FieldErrors {
  const errors: FieldErrors = {}
  for (const { path, message } of schema.safeParse(values).error?.issues ?? []) {
    errors[String(path[0])] ??= message
  }
  return errors
}

// The messages are drawn first, and only then the fields are marked.
function focusFirstInvalid(form: HTMLFormElement | null): void {
  requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
}
