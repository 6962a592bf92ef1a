import { useForm } from '@mantine/form'
import { type FormEvent, type MouseEvent, useEffect, useRef } from 'react'
import type * as z from 'zod/mini'
import { useAct } from '#web/core/api/act.ts'
import { ApiError } from '#web/core/api/api-error.ts'

/** One message per invalid field, by the field's name. */
export type FieldErrors = Record<string, string>

export interface FormOptions<Values> {
  initialValues: Values
  /** What is wrong with the values; asked for one field when it is left, for all on submit. */
  check: (values: Values) => FieldErrors | Promise<FieldErrors>
  /** Where leaving a field for the one below answers both, a message between them would move that one away from under the finger. */
  checksOnlyOnSubmit?: boolean
  /** What submitting valid values does. A refusal it throws is shown at its fields, or is the form's `problem`. */
  send: (values: Values) => Promise<unknown>
  /** The general sentence of a failure that is not about a field. */
  failed?: string
}

/** A form's fields, what is wrong with them, and its submission. The first invalid field receives the focus. */
export function useCheckedForm<Values extends Record<string, unknown>>(options: FormOptions<Values>) {
  const { initialValues, check, checksOnlyOnSubmit = false, send, failed } = options
  const element = useRef<HTMLFormElement>(null)
  const fields = useForm<Values>({
    mode: 'controlled',
    initialValues,
    validateInputOnBlur: !checksOnlyOnSubmit,
    validate: check,
  })
  const { act, isRunning, problem } = useAct(submit, { failed })

  // A page that the build has drawn may be typed into before it comes to life.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it does
  useEffect(() => {
    for (const { name, value, role } of element.current?.querySelectorAll('input') ?? []) {
      // A picker looks by itself for what was typed.
      if (role === 'combobox') continue
      if (value !== '' && fields.getValues()[name] === '') fields.setFieldValue(name, value as never)
    }
  }, [])

  async function submit(): Promise<void> {
    const { hasErrors } = await fields.validate()
    if (hasErrors) focusFirstInvalid(element.current)
    else await send(fields.getValues()).catch(showAtFields)
  }

  function showAtFields(error: unknown): void {
    const refused = error instanceof ApiError ? error.fields : {}
    const known = Object.fromEntries(Object.entries(refused).filter(([name]) => name in fields.getValues()))
    if (Object.keys(known).length === 0) throw error
    fields.setErrors(known)
    focusFirstInvalid(element.current)
  }

  function onSubmit(event: FormEvent): void {
    event.preventDefault()
    // What is sent in a dialog reaches the form that the dialog was opened from, too.
    if (event.target === event.currentTarget) void act()
  }

  const formProps = { ref: element, onSubmit, onMouseDown: keepFocus, noValidate: true }
  return { fields, formProps, isSending: isRunning, problem }
}

/** What a schema of the contract has against the values: the first message of each field. */
export function schemaErrors(schema: z.ZodMiniType, values: unknown): FieldErrors {
  const errors: FieldErrors = {}
  for (const { path, message } of schema.safeParse(values).error?.issues ?? []) {
    errors[String(path[0])] ??= message
  }
  return errors
}

// A field that is left by a press on a button may get a message, which would move the button away before it is released.
function keepFocus(press: MouseEvent): void {
  const isOnButton = (press.target as Element).closest('a, button:not([aria-haspopup])')
  if (isOnButton) press.preventDefault()
}

// The messages are drawn first, and only then the fields are marked.
function focusFirstInvalid(form: HTMLFormElement | null): void {
  requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
}
