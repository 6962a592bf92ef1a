// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { doing, renderHook } from '#test/render.tsx'
import type { FieldErrors } from './form.ts'
import { useCheckedForm } from './form.ts'

const initialValues = { name: '', email: '', isMember: false, rows: [{ text: '' }, { text: '' }] }
type Values = typeof initialValues

const event = (input: object) => ({ currentTarget: input })

test('a field takes the text of an input, the state of a check box, and a plain value', async () => {
  const { now } = await givenForm()
  await doing(() =>
    now()
      .fields.getInputProps('name')
      .onChange(event({ value: 'Pat', checked: false })),
  )
  await doing(() => now().fields.getInputProps('email').onChange('pat@example.com'))
  await doing(() =>
    now()
      .fields.getCheckboxProps('isMember')
      .onChange(event({ value: 'on', checked: true })),
  )
  await doing(() =>
    now()
      .fields.getInputProps('rows.1.text')
      .onChange(event({ value: 'second' })),
  )
  expect(now().fields.values).toEqual({
    name: 'Pat',
    email: 'pat@example.com',
    isMember: true,
    rows: [{ text: '' }, { text: 'second' }],
  })
  expect(now().fields.getInputProps('rows.1.text').value).toBe('second')
  expect(now().fields.getCheckboxProps('isMember').checked).toBe(true)
})

test('two changes of one moment both count', async () => {
  const { now } = await givenForm()
  await doing(() => {
    now().fields.setFieldValue('rows.0.text', 'first')
    now().fields.setFieldValue('rows.1.text', 'second')
    expect(now().fields.getValues().rows).toEqual([{ text: 'first' }, { text: 'second' }])
  })
  expect(now().fields.values.rows).toEqual([{ text: 'first' }, { text: 'second' }])
})

test('a change takes away the error of its field and of what is inside, and no other', async () => {
  const { now } = await givenForm()
  const errors = { name: 'Missing', 'rows.0.text': 'Missing', 'rows.1.text': 'Missing' }
  await doing(() => now().fields.setErrors(errors))
  await doing(() => now().fields.setFieldValue('rows.0.text', 'first'))
  expect(now().fields.errors).toEqual({ name: 'Missing', 'rows.1.text': 'Missing' })
  await doing(() => now().fields.setFieldValue('rows', []))
  expect(now().fields.errors).toEqual({ name: 'Missing' })
})

test('leaving a field checks that field alone', async () => {
  const { now } = await givenForm({ check: () => ({ name: 'Missing', email: 'Missing' }) })
  await doing(() => now().fields.getInputProps('email').onBlur())
  expect(now().fields.errors).toEqual({ email: 'Missing' })
})

test('what a slow check says of an older value is not shown', async () => {
  const answers = Promise.withResolvers<FieldErrors>()
  const { now } = await givenForm({ check: () => answers.promise })
  await doing(() => now().fields.getInputProps('name').onBlur())
  await doing(() => now().fields.setFieldValue('name', 'Pat'))
  await doing(() => answers.resolve({ name: 'Missing' }))
  expect(now().fields.errors).toEqual({})
})

test('an invalid form is neither sent nor done, and a valid one is', async () => {
  const sent: Values[] = []
  const done: unknown[] = []
  const { now } = await givenForm({
    check: ({ name }) => (name === '' ? { name: 'Missing' } : {}),
    send: async (values) => sent.push(values),
    done: (answer, { name }) => done.push([answer, name]),
  })
  const submission = { preventDefault: () => {}, target: null, currentTarget: null }
  const submit = () => doing(() => now().formProps.onSubmit(submission as never))
  await submit()
  expect(now().fields.errors).toEqual({ name: 'Missing' })
  expect([sent, done]).toEqual([[], []])
  await doing(() => now().fields.setFieldValue('name', 'Pat'))
  await submit()
  expect(sent).toEqual([{ ...initialValues, name: 'Pat' }])
  expect(done).toEqual([[1, 'Pat']])
})

interface Given {
  check?: (values: Values) => FieldErrors | Promise<FieldErrors>
  send?: (values: Values) => Promise<unknown>
  done?: (answer: unknown, values: Values) => unknown
}

function givenForm({ check = () => ({}), send = async () => undefined, done = () => {} }: Given = {}) {
  return renderHook(() => useCheckedForm({ initialValues, check, send, done }), undefined)
}
