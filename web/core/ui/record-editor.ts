import { use, useEffect, useState } from 'react'
import type { Endpoint } from '#contract/core/endpoint.ts'
import type { FieldErrors } from './form.ts'
import { useCheckedForm } from './form.ts'
import { readKept } from './kept-changes.ts'
import { OpenedAs } from './page-panel.tsx'
import type { Choices, RecordKind } from './record-kind.ts'
import { useUnsavedChanges } from './unsaved-changes.ts'

interface Options<Saved, Values, Answer> {
  kind: RecordKind<Saved, Values>
  isNew?: boolean
  /** The record's newest state; undefined while it is new, and after its deletion. */
  newest: Saved | undefined
  check: (values: Values) => FieldErrors | Promise<FieldErrors>
  checksOnlyOnSubmit?: boolean
  /** Saves the values. `base`: the state that they were typed on; undefined for a new record. */
  save: (values: Values, base: Saved | undefined) => Promise<Answer>
  /** The calls to read again, also after a failure: another person's change may have caused it. */
  reloads: Endpoint[]
  onSaved: (values: Values) => void
  failed: string
}

interface Kept<Saved, Values> {
  typed: Values
  base: Base<Saved, Values> | undefined
}

interface Base<Saved, Values> {
  saved: Saved
  values: Values
}

/**
 * The form of a record that other people may change concurrently. Merges what they save, asks about fields
 * that both changed, and keeps what is typed under the surrounding panel's name.
 */
export function useRecordEditor<Saved, Values extends Record<string, unknown>, Answer>(
  options: Options<Saved, Values, Answer>,
) {
  const { kind, isNew = false, newest, check, checksOnlyOnSubmit = false } = options
  const { save, reloads, onSaved, failed } = options
  const opened = use(OpenedAs)
  const [start] = useState(() => {
    const kept = opened && readKept<Kept<Saved, Values>>(opened.name)
    const base = kept ? kept.base : newest && { saved: newest, values: kind.valuesOf(newest) }
    const values = base?.values ?? kind.empty()
    // An older version of the page may have stored fewer fields.
    return { base, values, typed: { ...values, ...kept?.typed } }
  })
  const [base, setBase] = useState(start.base)
  const [choices, setChoices] = useState<Choices>(new Map())
  const form = useCheckedForm<Values>({
    initialValues: start.typed,
    check,
    checksOnlyOnSubmit,
    send: async (values) => {
      await save(values, base?.saved)
      if (base) setBase({ ...base, values })
      onSaved(values)
    },
    reloads,
    failed,
  })
  const { fields, isSending } = form
  const typed = fields.values
  const older = base?.values ?? start.values
  const hasChanges = kind.isChanged(typed, older)
  useUnsavedChanges(hasChanges && !isSending, {
    name: opened?.name,
    // Also while sending: the answer may be that the session ended.
    typed: hasChanges ? { typed, base, about: opened?.about } : undefined,
  })

  const isOutdated = !isSending && base && newest && kind.isOutdated(base.saved, newest)
  const { values: merged, conflicts } = isOutdated
    ? kind.merge({ typed, older, base: base.saved, newest }, choices)
    : { values: typed, conflicts: [] }
  useEffect(() => {
    if (!isOutdated || conflicts.length > 0) return
    setBase({ saved: newest, values: kind.valuesOf(newest) })
    fields.setValues(merged)
    setChoices(new Map())
  })
  const isGone = !isNew && !isSending && newest === undefined
  const isBlocked = conflicts.length > 0 || isGone
  return {
    ...form,
    isNew,
    /** The saved state that the values were typed on. */
    base: base?.saved,
    hasChanges,
    canSave: (isNew || hasChanges) && !isBlocked,
    /** Another person deleted the record, or changed the same fields. */
    isBlocked,
    discard: () => fields.setValues(older),
    conflicts,
    choose: (id: string, side: 'mine' | 'theirs') => setChoices(new Map(choices).set(id, side)),
    isGone,
  }
}

/** An editor without its record's types. */
export type RecordEditor = Omit<
  ReturnType<typeof useRecordEditor<unknown, Record<string, unknown>, unknown>>,
  'base' | 'fields'
>
