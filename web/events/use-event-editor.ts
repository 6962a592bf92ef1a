import { useCallback, useEffect, useState } from 'react'
import { getDashboard } from '#contract/dashboard/calls.ts'
import type { AdminEvent } from '#contract/events/calls.ts'
import { getAllRegisteredUsers } from '#contract/registrations/calls.ts'
import { useReload } from '#web/core/api/reload.ts'
import { useCheckedForm } from '#web/core/ui/form.ts'
import { useLastingDraft } from '#web/core/ui/lasting-draft.ts'
import { usePanelDraft } from '#web/core/ui/side-panel.tsx'
import type { ShownStep } from '#web/core/ui/step-progress.tsx'
import type { Choices, Conflict } from '#web/core/ui/take-over.ts'
import { draftOf, type EventDraft, problemsOf, type SavedEvent, withNewSlot } from './event-draft.ts'
import { shownStep, stepsOf, takeStep } from './event-steps.ts'
import { isOutdated, takeOverEvent } from './event-take-over.ts'
import { type KeptEvent, keptEventName } from './kept-event.ts'
import { showsEvents } from './shows-events.ts'

/** Its time is shown with registrations, too. */
const reloads = [...showsEvents, getAllRegisteredUsers, getDashboard]

interface Options {
  events: AdminEvent[]
  newest: AdminEvent | undefined
  kept: KeptEvent | undefined
  onSaved: () => void
}

/**
 * An event while it is edited: what was typed, what of it is saved by now, and what somebody else has saved meanwhile. What is left
 * to be saved always follows from the difference, so that a save that fails half-way goes on where it was.
 */
export function useEventEditor({ events, newest, kept, onSaved }: Options) {
  const reload = useReload()
  const [saved, setSaved] = useState<SavedEvent | undefined>(kept ? kept.saved : newest)
  const [start] = useState(() =>
    // What an older page kept may lack a field.
    kept
      ? { ...draftOf(kept.saved), ...kept.draft }
      : newest
        ? draftOf(newest)
        : withNewSlot(draftOf(undefined)),
  )
  const [progress, setProgress] = useState<ShownStep[]>()
  const [hasTried, setTried] = useState(false)
  /** What was read before something was saved here. */
  const [outdated, setOutdated] = useState<AdminEvent[]>()
  const form = useCheckedForm<EventDraft & Record<string, unknown>>({
    initialValues: { ...start },
    check: (values) => {
      // What is wrong is told with the first try, and from then on as it is mended.
      setTried(true)
      return problemsOf(values)
    },
    checksOnlyOnSubmit: true,
    send: save,
    failed: 'The event could not be saved. Please try again.',
  })
  const { fields, isSending } = form
  const draft: EventDraft = fields.values
  const steps = stepsOf(draft, saved)
  const hasDraft = saved
    ? steps.length > 0
    : JSON.stringify(draft) !== JSON.stringify(start) || kept !== undefined
  usePanelDraft(hasDraft && !isSending, { isKept: true })
  useLastingDraft(keptEventName, hasDraft ? JSON.stringify({ draft, saved }) : undefined)

  const { setValues } = fields
  const change = useCallback(
    (changed: (draft: EventDraft) => EventDraft) =>
      setValues((values) => changed(values as EventDraft) as typeof values),
    [setValues],
  )
  const known = isSending || events === outdated ? undefined : events
  const meanwhile = useMeanwhile(draft, saved, known, (merged, newer) => {
    setSaved(newer)
    change(() => merged)
  })

  async function save(values: EventDraft): Promise<void> {
    let state = { draft: values, saved }
    const planned = stepsOf(values, saved)
    const done = new Set<number>()
    const show = (running?: number, failed?: number) =>
      setProgress(
        planned.map((step, place) => ({
          text: shownStep(step),
          state: done.has(place)
            ? 'done'
            : place === failed
              ? 'failed'
              : place === running
                ? 'running'
                : 'waiting',
        })),
      )
    try {
      for (const [place, step] of planned.entries()) {
        show(place)
        state = await takeStep(step, state.draft, state.saved).catch((error: unknown) => {
          show(undefined, place)
          throw error
        })
        done.add(place)
        setOutdated(events)
        setSaved(state.saved)
        change(() => state.draft)
      }
    } catch (error) {
      await reload(...reloads)
      throw error
    }
    void reload(...reloads)
    onSaved()
  }

  const isPartial =
    !isSending && form.problem !== undefined && progress?.some(({ state }) => state === 'done') === true
  return {
    ...form,
    draft,
    saved,
    steps,
    hasDraft,
    change,
    problems: hasTried ? problemsOf(draft) : {},
    /** Of a save of several steps that runs, or has failed half-way. */
    progress: (isSending && (progress?.length ?? 0) > 1) || isPartial ? progress : undefined,
    /** Whether some of it was saved, and the rest is still here. */
    isPartial,
    ...meanwhile,
  }
}

/** What somebody else has saved: taken over by itself where nothing contradicts it, else asked for, field by field. */
function useMeanwhile(
  draft: EventDraft,
  saved: SavedEvent | undefined,
  events: AdminEvent[] | undefined,
  onTaken: (draft: EventDraft, newer: SavedEvent) => void,
) {
  const [choices, setChoices] = useState<Choices>(new Map())
  const newer = events?.find(({ eventId }) => eventId === saved?.eventId)
  const isOld = saved !== undefined && newer !== undefined && isOutdated(saved, newer)
  const { draft: merged, conflicts } = isOld
    ? takeOverEvent(draft, saved, newer, choices)
    : { draft, conflicts: [] as Conflict[] }
  useEffect(() => {
    if (!isOld || conflicts.length > 0) return
    onTaken(merged, newer)
    setChoices(new Map())
  })
  return {
    conflicts,
    /** Somebody else has deleted it. */
    isGone: events !== undefined && saved !== undefined && newer === undefined,
    choose: (id: string, side: 'mine' | 'theirs') => setChoices(new Map(choices).set(id, side)),
  }
}
