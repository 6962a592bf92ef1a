// @vitest-environment happy-dom
import type { RefObject } from 'react'
import { useRef } from 'react'
import { describe, expect, test } from 'vitest'
import { doing, render } from '#test/render.tsx'
import { useTableKeys } from './table-keys.ts'

interface Told {
  toggled: [index: number, isRange: boolean][]
  opened: number[]
}

function Table({ told, count, pageKey = 'first' }: { told: Told; count: number; pageKey?: string }) {
  const region = useRef<HTMLElement>(null)
  const keys = useTableKeys({
    region,
    count,
    pageKey,
    show: () => undefined,
    onToggle: (index, isRange) => void told.toggled.push([index, isRange]),
    onEnter: (index) => void told.opened.push(index),
  })
  return (
    <section
      ref={region as RefObject<HTMLElement>}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: as the table has it
      tabIndex={0}
      onKeyDown={keys.onKeyDown}
      aria-label="Table"
    >
      <table>
        <tbody>
          {Array.from({ length: count }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they stay in their order
            <tr key={index} data-index={index} tabIndex={-1} data-active={keys.active === index}>
              <td>
                <button type="button">Open {index}</button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

async function givenTable(count = 30) {
  const told: Told = { toggled: [], opened: [] }
  const page = await render(<Table told={told} count={count} />)
  const region = page.container.querySelector('section') as HTMLElement
  region.focus()
  return {
    told,
    region,
    turnTo: (pageKey: string) => page.show(<Table told={told} count={count} pageKey={pageKey} />),
    focused: () => (document.activeElement as HTMLElement).dataset.index,
    press: (key: string, more: KeyboardEventInit = {}) =>
      doing(() =>
        document.activeElement?.dispatchEvent(
          new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }),
        ),
      ),
  }
}

describe('keys move the focus between rows:', () => {
  test.each([
    [['ArrowDown'], '0'],
    [['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp'], '1'],
    [['ArrowUp'], '0'],
    [['End'], '29'],
    [['End', 'ArrowDown'], '29'],
    [['End', 'Home'], '0'],
    [['PageDown'], '10'],
    [['PageDown', 'PageDown', 'PageUp'], '10'],
  ])('%j leads to row %s', async (keys, row) => {
    const table = await givenTable()
    for (const key of keys) await table.press(key)
    expect(table.focused()).toBe(row)
  })

  test('an empty table keeps the focus', async () => {
    const table = await givenTable(0)
    await table.press('ArrowDown')
    expect(document.activeElement).toBe(table.region)
  })

  test('Escape returns to the table, and another page begins at its first row', async () => {
    const table = await givenTable()
    await table.press('PageDown')
    await table.press('Escape')
    expect(document.activeElement).toBe(table.region)
    await table.press('End')
    await table.turnTo('second')
    table.region.focus()
    await table.press('ArrowDown')
    expect(table.focused()).toBe('0')
  })
})

describe('on a row', () => {
  test('Space selects it, Shift and Space select a range, and Enter opens its menu', async () => {
    const table = await givenTable()
    await table.press(' ')
    await table.press('ArrowDown')
    await table.press(' ')
    await table.press('ArrowDown', { shiftKey: true })
    await table.press(' ', { shiftKey: true })
    await table.press('Enter')
    expect(table.told).toEqual({
      toggled: [
        [0, false],
        [1, true],
        [1, true],
      ],
      opened: [1],
    })
  })

  test('its own controls keep their keys, and the browser keeps its shortcuts', async () => {
    const table = await givenTable()
    await table.press('ArrowDown', { ctrlKey: true })
    expect(document.activeElement).toBe(table.region)
    table.region.querySelector('button')?.focus()
    await table.press('Enter')
    await table.press('ArrowDown')
    expect(table.told).toEqual({ toggled: [], opened: [] })
    expect(document.activeElement?.textContent).toBe('Open 0')
  })
})
