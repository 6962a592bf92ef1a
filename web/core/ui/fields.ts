import { useState } from 'react'

/** One message per invalid field, by its path. */
type Errors = Record<string, string>

/** A name of the values, or names with dots between them: `registration.0.wording`. */
type Path<Values> = keyof Values & string

export interface InputProps<Value> {
  value: Value
  error: string | undefined
  /** Takes the event of an input, or the new value itself. */
  onChange: (change: unknown) => void
  onBlur: () => void
}

type CheckboxProps = Pick<InputProps<never>, 'error' | 'onChange' | 'onBlur'> & { checked: boolean }

/** The values of a form, and what is wrong with them. A changed value loses its error. */
export interface Fields<Values> {
  values: Values
  errors: Errors
  /** Returns the newest values, before they are rendered. */
  getValues(): Values
  getInputProps<Name extends Path<Values>>(name: Name): InputProps<Values[Name]>
  getInputProps(path: `${Path<Values>}.${string}`): InputProps<string>
  getCheckboxProps(path: Path<Values> | `${Path<Values>}.${string}`): CheckboxProps
  setFieldValue<Name extends Path<Values>>(name: Name, value: Values[Name]): void
  setFieldValue(path: `${Path<Values>}.${string}`, value: string | boolean): void
  setValues(values: Partial<Values>): void
  setErrors(errors: Errors | ((before: Errors) => Errors)): void
  clearFieldError(path: string): void
  reset(): void
}

/** Holds the values of a form. `onBlur` is called with the path of a field that people leave. */
export function useFields<Values extends object>(
  initialValues: Values,
  onBlur: (path: string) => void,
): Fields<Values> {
  const [values, showValues] = useState(initialValues)
  const [errors, setErrors] = useState<Errors>({})
  const [acts] = useState(() => {
    let newest = initialValues
    const show = (next: Values) => {
      newest = next
      showValues(next)
    }
    const clearFieldError = (path: string) =>
      setErrors((before) => {
        const isOther = ([each]: [string, string]) => each !== path && !each.startsWith(`${path}.`)
        return Object.fromEntries(Object.entries(before).filter(isOther))
      })
    return {
      getValues: () => newest,
      setFieldValue(path: string, value: unknown) {
        clearFieldError(path)
        show(withValue(newest, path.split('.'), value))
      },
      setValues(some: Partial<Values>) {
        setErrors({})
        show({ ...newest, ...some })
      },
      setErrors,
      clearFieldError,
      reset() {
        setErrors({})
        show(initialValues)
      },
    }
  })
  const propsOf = (path: string, read: (input: HTMLInputElement) => unknown) => ({
    error: errors[path],
    onChange: (change: unknown) =>
      acts.setFieldValue(path, isEvent(change) ? read(change.currentTarget) : change),
    onBlur: () => onBlur(path),
  })
  const fields = {
    ...acts,
    values,
    errors,
    getInputProps: (path: string) => ({
      value: valueAt(values, path),
      ...propsOf(path, ({ value }) => value),
    }),
    getCheckboxProps: (path: string) => ({
      checked: valueAt(values, path),
      ...propsOf(path, ({ checked }) => checked),
    }),
  }
  return fields as unknown as Fields<Values>
}

/** Returns the value at a path; undefined if there is none. */
export function valueAt(values: object, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], values)
}

function withValue<Values extends object>(
  values: Values,
  [name = '', ...inside]: string[],
  value: unknown,
): Values {
  const copy = (Array.isArray(values) ? [...values] : { ...values }) as Record<string, unknown>
  copy[name] = inside.length === 0 ? value : withValue(copy[name] as object, inside, value)
  return copy as Values
}

function isEvent(change: unknown): change is { currentTarget: HTMLInputElement } {
  return typeof change === 'object' && change !== null && 'currentTarget' in change
}
