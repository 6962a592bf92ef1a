// @vitest-environment happy-dom
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { create } from 'zustand'
import type { User } from '#contract/people/users/user.ts'
import { doing, renderHook } from '#test/render.tsx'
import { ApiError } from '#web/core/api/api-error.ts'
import { ReloadContext } from '#web/core/api/reload.ts'
import { useSession } from '#web/core/session/session.ts'
import { OpenedAs } from './page-panel.tsx'
import { useRecordEditor } from './record-editor.ts'
import { plainRecord } from './record-kind.ts'

interface Saved {
  version: number
  name: string
  venue: string
}
type Values = { name: string; venue: string }

const kind = plainRecord<Saved, Values>(
  { name: 'Name', venue: 'Venue' },
  { valuesOf: ({ name, venue }) => ({ name, venue }), empty: { name: '', venue: '' } },
)
const read: Saved = { version: 3, name: 'Old', venue: 'Hangar 1' }

beforeEach(() => signIn())
afterEach(() => sessionStorage.clear())

describe("a colleague's change", () => {
  test('shows at once if nothing was typed', async () => {
    const editor = await givenEditor()
    await editor.give({ ...read, name: 'Theirs', version: 4 })
    expect(editor.now().fields.values).toEqual({ name: 'Theirs', venue: 'Hangar 1' })
    expect(editor.now()).toMatchObject({ hasChanges: false, conflicts: [], canSave: false })
  })

  test('is merged with the typed values, which are saved on top of the newest version', async () => {
    const editor = await givenEditor()
    await editor.type('venue', 'Hangar 7')
    await editor.give({ ...read, name: 'Theirs', version: 4 })
    expect(editor.now().fields.values).toEqual({ name: 'Theirs', venue: 'Hangar 7' })
    await editor.submit()
    expect(editor.saved).toEqual([[{ name: 'Theirs', venue: 'Hangar 7' }, 4]])
  })

  test('in the same field needs a choice before anything is saved', async () => {
    const editor = await givenEditor()
    await editor.type('name', 'Mine')
    await editor.give({ ...read, name: 'Theirs', version: 4 })
    const conflict = { id: 'name', what: 'Name', mine: 'Mine', theirs: 'Theirs' }
    expect(editor.now()).toMatchObject({ conflicts: [conflict], canSave: false })
    expect(editor.now().fields.values.name).toBe('Mine')
    await doing(() => editor.now().choose('name', 'theirs'))
    expect(editor.now()).toMatchObject({ conflicts: [], hasChanges: false })
    expect(editor.now().fields.values.name).toBe('Theirs')
  })

  test('is read after it made a save impossible, and the typed values stay', async () => {
    const editor = await givenEditor({
      save: () => {
        throw new ApiError(409, { code: 'CHANGED_MEANWHILE', message: 'It changed.' })
      },
      atReload: { ...read, name: 'Theirs', version: 4 },
    })
    await editor.type('name', 'Mine')
    await editor.submit()
    expect(editor.now()).toMatchObject({ problem: 'It changed.', conflicts: [{ id: 'name' }] })
    await doing(() => editor.now().choose('name', 'mine'))
    expect(editor.now()).toMatchObject({ canSave: true, base: { version: 4 } })
  })

  test('may be a deletion, after which the typed values can still be copied', async () => {
    const editor = await givenEditor()
    await editor.type('name', 'Mine')
    await editor.give(undefined)
    expect(editor.now()).toMatchObject({ isGone: true, canSave: false })
    expect(editor.now().fields.values.name).toBe('Mine')
  })
})

describe('an editor', () => {
  test('that stays open continues from the saved values', async () => {
    const editor = await givenEditor()
    await editor.type('name', ' Mine ')
    await editor.submit()
    expect(editor.now().hasChanges).toBe(false)
    await editor.give({ ...read, name: 'Mine', version: 4 })
    expect(editor.now()).toMatchObject({ hasChanges: false, conflicts: [], base: { version: 4 } })
    expect(editor.now().fields.values.name).toBe('Mine')
  })

  test('of a new record can save it without changes', async () => {
    const editor = await givenEditor({ isNew: true })
    expect(editor.now()).toMatchObject({ isNew: true, canSave: true, isGone: false, hasChanges: false })
    await editor.submit()
    expect(editor.saved).toEqual([[{ name: '', venue: '' }, undefined]])
  })

  test('discards the typed values', async () => {
    const editor = await givenEditor()
    await editor.type('name', 'Mine')
    await doing(() => editor.now().discard())
    expect(editor.now().fields.values).toEqual({ name: 'Old', venue: 'Hangar 1' })
  })
})

describe('typed text', () => {
  test('survives the end of the session, together with the version it was typed on', async () => {
    const before = await givenEditor()
    await before.type('name', 'Mine')
    await doing(() => useSession.setState({ userData: null }))
    await before.close()
    signIn()
    const after = await givenEditor({ newest: { ...read, name: 'Theirs', version: 4 } })
    expect(after.now()).toMatchObject({ hasChanges: true, conflicts: [{ mine: 'Mine', theirs: 'Theirs' }] })
  })

  test.each([
    ['its person closes the editor', (editor: Editor) => editor.close()],
    ['it is saved', (editor: Editor) => editor.submit()],
    ['the former value is typed again', (editor: Editor) => editor.type('name', 'Old')],
  ])('is forgotten once %s', async (_, forget) => {
    const editor = await givenEditor()
    await editor.type('name', 'Mine')
    expect(sessionStorage).toHaveLength(1)
    await forget(editor)
    expect(sessionStorage).toHaveLength(0)
  })

  test('is restored only for the same person', async () => {
    const before = await givenEditor()
    await before.type('name', 'Mine')
    await doing(() => useSession.setState({ userData: null }))
    await before.close()
    signIn('somebody else')
    expect((await givenEditor()).now().hasChanges).toBe(false)
  })
})

type Editor = Awaited<ReturnType<typeof givenEditor>>

interface Given {
  isNew?: boolean
  newest?: Saved
  save?: () => never
  /** The record that the read after a save returns. */
  atReload?: Saved
}

async function givenEditor({ isNew = false, newest = read, save, atReload }: Given = {}) {
  const saved: [Values, number | undefined][] = []
  const useNewest = create<{ newest: Saved | undefined }>(() => ({ newest: isNew ? undefined : newest }))
  const hook = await renderHook(
    () =>
      useRecordEditor({
        kind,
        isNew,
        newest: useNewest().newest,
        check: () => ({}),
        save: async (values, base) => {
          save?.()
          saved.push([values, base?.version])
        },
        reloads: [],
        onSaved: () => undefined,
        failed: 'Not saved',
      }),
    undefined,
    (children) => (
      <RouterContextProvider router={router as never}>
        <ReloadContext value={async () => void (atReload && useNewest.setState({ newest: atReload }))}>
          <OpenedAs value={{ name: 'a test', about: {} }}>{children}</OpenedAs>
        </ReloadContext>
      </RouterContextProvider>
    ),
  )
  return {
    ...hook,
    saved,
    give: (newest: Saved | undefined) => doing(() => useNewest.setState({ newest })),
    type: (field: keyof Values, value: string) => doing(() => hook.now().fields.setFieldValue(field, value)),
    submit: () =>
      doing(async () => {
        const target = {}
        await hook
          .now()
          .formProps.onSubmit({ preventDefault: () => undefined, target, currentTarget: target } as never)
      }),
  }
}

const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })

function signIn(userId = 'an administrator'): void {
  useSession.setState({ userData: { userId } as User as never })
}
