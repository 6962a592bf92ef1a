import { useEffect, useState } from 'react'
import type { Endpoint } from '#contract/core/endpoint.ts'
import { useReload } from '#web/core/api/reload.ts'
import { type FieldErrors, useCheckedForm } from './form.ts'
import { useLastingDraft } from './lasting-draft.ts'
import { usePanelDraft } from './side-panel.tsx'
import { type Choices, type Conflict, takeOver } from './take-over.ts'

/** What is kept of something, as it was read in one version. */
export interface Recorded<Values> {
  values: Values
  version: number
}

/** What of an editor outlives a session: what was typed, on top of what. */
export interface KeptRecord<Values> {
  typed: Values
  base: Recorded<Values> | undefined
}

interface Options<Values> {
  /** As it is now; undefined while it is new, and once it is deleted. */
  newest: Recorded<Values> | undefined
  /** What a new one starts with. */
  empty: Values
  kept: KeptRecord<Values> | undefined
  /** Its name among the drafts that are kept, and whatever is kept with what was typed. */
  draft: { name: string; about: object }
  /** The fields, in words. */
  labels: Readonly<Record<keyof Values & string, string>>
  check: (values: Values) => FieldErrors
  /** Saves it, on top of a version; of something new, of none. */
  save: (values: Values, version: number | undefined) => Promise<unknown>
  /** What is read again then; after a failure at once, since what somebody else has saved may have caused it. */
  reloads: Endpoint[]
  onSaved: (values: Values) => void
  failed: string
}

/** A form of plain fields in a panel, that knows what somebody else has saved meanwhile, and loses nothing. */
export function useRecordEditor<Values extends Record<string, unknown>>(options: Options<Values>) {
  const { newest, empty, kept, draft, labels, check, save, reloads, onSaved, failed } = options
  const reload = useReload()
  const [base, setBase] = useState(kept ? kept.base : newest)
  const [start] = useState(() => kept?.typed ?? newest?.values ?? empty)
  const [choices, setChoices] = useState<Choices>(new Map())
  const form = useCheckedForm<Values>({
    initialValues: start,
    check,
    send: async (values) => {
      try {
        await save(values, base?.version)
      } catch (error) {
        await reload(...reloads)
        throw error
      }
      void reload(...reloads)
      onSaved(values)
    },
    failed,
  })
  const { fields, isSending } = form
  const typed = fields.values
  const against = base?.values ?? empty
  const hasDraft = Object.keys(labels).some((field) => typed[field] !== against[field])
  usePanelDraft(hasDraft && !isSending, { isKept: true })
  // Drawn anew with each key, so it is compared by what it says.
  const lasting = hasDraft ? JSON.stringify({ typed, base, ...draft.about }) : undefined
  useLastingDraft(draft.name, lasting)

  const isOld = !isSending && base !== undefined && newest !== undefined && newest.version > base.version
  const merged = isOld
    ? takeOver({ typed, older: base.values, newer: newest.values }, labels, shown, choices)
    : { values: typed, conflicts: [] as Conflict[] }
  useEffect(() => {
    if (!isOld || merged.conflicts.length > 0) return
    setBase(newest)
    fields.setValues(merged.values)
    setChoices(new Map())
  })
  return {
    ...form,
    hasDraft,
    isNew: base === undefined,
    conflicts: merged.conflicts,
    choose: (id: string, side: 'mine' | 'theirs') => setChoices(new Map(choices).set(id, side)),
    /** Somebody else has deleted it. */
    isGone: !isSending && base !== undefined && newest === undefined,
  }
}

/** A value in words, formatted text without its tags; of something long its beginning. */
function shown(value: unknown): string {
  const text = String(value ?? '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/^\/api\/files\/.*/, 'another picture')
    .trim()
  return text.length > 80 ? `${text.slice(0, 80)} …` : text || 'nothing'
}
