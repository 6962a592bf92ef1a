import type { FormEvent, MouseEvent } from 'react'
import { useEffect, useRef } from 'react'
import type * as z from 'zod/mini'
import type { Endpoint } from '#contract/core/endpoint.ts'
import { useAct } from '#web/core/api/act.ts'
import { ApiError } from '#web/core/api/api-error.ts'
import { useReload } from '#web/core/api/reload.ts'
import { useFields, valueAt } from './fields.ts'
import type { ToastText } from './toast-area.tsx'
import { toastDone } from './toasts.tsx'

/** One message per invalid field, by the field's name. */
export type FieldErrors = Record<string, string>

export interface FormOptions<Values, Answer> {
  initialValues: Values
  /** Returns what is wrong with the values. Called for a field when people leave it, and for all on submit. */
  check: (values: Values) => FieldErrors | Promise<FieldErrors>
  /** For forms whose fields belong together: a message would move the next field away from the pointer. */
  checksOnlyOnSubmit?: boolean
  /** Sends valid values. A refusal is shown at its fields, or becomes the form's `problem`. */
  send: (values: Values) => Promise<Answer>
  /** The calls to read again, also after a failure: outdated data may have caused it. */
  reloads?: Endpoint[]
  /** Said in a toast after success. */
  toast?: ToastText | ((answer: Answer, values: Values) => ToastText)
  /** Called after success, for a dialog or another page. */
  done?: (answer: Answer, values: Values) => unknown
  /** The sentence for a failure that is not about a field. */
  failed?: string
}

/** Returns a form's fields, problem and props. The first invalid field gets the focus. */
export function useCheckedForm<Values extends Record<string, unknown>, Answer = unknown>(
  options: FormOptions<Values, Answer>,
) {
  const {
    initialValues,
    check,
    checksOnlyOnSubmit = false,
    send,
    reloads = [],
    toast,
    done,
    failed,
  } = options
  const element = useRef<HTMLFormElement>(null)
  const fields = useFields(initialValues, (path) => !checksOnlyOnSubmit && void checkField(path))
  const { act, isRunning, problem } = useAct(submit, { failed })
  const reload = useReload()

  // People can type into a pre-rendered page before hydration.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it does
  useEffect(() => {
    for (const { name, value, role } of element.current?.querySelectorAll('input') ?? []) {
      // `SearchSelect` reads its own input.
      if (role === 'combobox') continue
      if (value !== '' && fields.getValues()[name] === '') fields.setFieldValue(name, value as never)
    }
  }, [])

  async function checkField(path: string) {
    const values = fields.getValues()
    const { [path]: error } = await check(values)
    // A value that changed since is checked again.
    if (valueAt(fields.getValues(), path) !== valueAt(values, path)) return
    fields.clearFieldError(path)
    if (error !== undefined) fields.setErrors((errors) => ({ ...errors, [path]: error }))
  }

  async function isValid(by = check) {
    const errors = await by(fields.getValues())
    fields.setErrors(errors)
    const isFine = Object.keys(errors).length === 0
    if (!isFine) focusFirstInvalid(element.current)
    return isFine
  }

  async function submit() {
    if (!(await isValid())) return
    const values = fields.getValues()
    let answer: Answer
    try {
      answer = await send(values).finally(() => reload(...reloads))
    } catch (error) {
      return showAtFields(error)
    }
    if (toast) toastDone(typeof toast === 'function' ? toast(answer, values) : toast)
    done?.(answer, values)
  }

  function showAtFields(error: unknown) {
    const refused = error instanceof ApiError ? error.fields : {}
    const known = Object.fromEntries(Object.entries(refused).filter(([name]) => name in fields.getValues()))
    if (Object.keys(known).length === 0) throw error
    fields.setErrors(known)
    focusFirstInvalid(element.current)
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    // React also sends the submit events of dialogs that this form opened.
    if (event.target === event.currentTarget) void act()
  }

  const formProps = { ref: element, onSubmit, onMouseDown: keepFocus, noValidate: true }
  return { fields, formProps, isValid, isSending: isRunning, problem }
}

/** Returns a schema's first message for each field of the values. */
export function schemaErrors(schema: z.ZodMiniType, values: unknown): FieldErrors {
  const errors: FieldErrors = {}
  for (const { path, message } of schema.safeParse(values).error?.issues ?? []) {
    errors[String(path[0])] ??= message
  }
  return errors
}

// Keeps the focus while a button is pressed. Leaving the field could add a message that moves the button before its release.
function keepFocus(press: MouseEvent) {
  const isOnButton = (press.target as Element).closest('a, button:not([aria-haspopup])')
  if (isOnButton) press.preventDefault()
}

// React marks the invalid fields in the next frame.
function focusFirstInvalid(form: HTMLFormElement | null) {
  requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
}
