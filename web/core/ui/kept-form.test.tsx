// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import { doing, renderHook } from '#test/render.tsx'
import { useSession } from '#web/core/session/session.ts'
import { useKeptForm } from './kept-form.ts'

beforeEach(() => {
  sessionStorage.clear()
  useSession.setState({ userData: null })
})

const key = 'unsaved a question of undefined'

test('typed text is restored after a reload, and its fields can be emptied', async () => {
  sessionStorage.setItem(key, '{"name":"Pat"}')
  const form = await givenForm()
  expect(form.now().fields.values).toEqual({ name: 'Pat', message: '' })
  await doing(() => form.now().fields.reset())
  expect(form.now().fields.values).toEqual({ name: '', message: '' })
  expect(sessionStorage).toHaveLength(0)
})

test('typed text is kept until the form closes', async () => {
  const form = await givenForm()
  expect(sessionStorage).toHaveLength(0)
  await doing(() => form.now().fields.setFieldValue('name', 'Pat'))
  expect(sessionStorage.getItem(key)).toBe('{"name":"Pat","message":""}')
  await form.close()
  expect(sessionStorage).toHaveLength(0)
})

test('typed text waits for a person who leaves the page, until it is sent', async () => {
  const form = await givenForm({ survivesLeaving: true })
  await doing(() => form.now().fields.setFieldValue('name', 'Pat'))
  await form.close()
  expect(sessionStorage.getItem(key)).toBe('{"name":"Pat","message":""}')
  const again = await givenForm({ survivesLeaving: true })
  expect(again.now().fields.values).toEqual({ name: 'Pat', message: '' })
  const submission = { preventDefault: () => {}, target: null, currentTarget: null }
  await doing(() => again.now().formProps.onSubmit(submission as never))
  expect(sessionStorage).toHaveLength(0)
  await again.close()
})

function givenForm({ survivesLeaving = false } = {}) {
  return renderHook(
    () =>
      useKeptForm('a question', {
        survivesLeaving,
        initialValues: { name: '', message: '' },
        check: () => ({}),
        send: async () => undefined,
      }),
    undefined,
  )
}
