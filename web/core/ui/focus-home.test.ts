// @vitest-environment happy-dom
import { beforeEach, describe, expect, test } from 'vitest'
import { leaveFocusHome, returnFocus, watchFocus } from './focus-home.ts'

beforeEach(() => {
  document.body.innerHTML = `
    <main>
      <section id="region" tabindex="0"><button id="row">Delete</button></section>
      <button id="other">Other</button>
    </main>
    <div id="overlays"><div role="dialog" id="dialog" tabindex="-1"><button id="yes">Yes</button></div></div>`
})
watchFocus()

const at = (id: string) => document.getElementById(id) as HTMLElement

describe('once a dialog has closed, the focus', () => {
  test('returns to the opener', () => {
    const close = open('row')
    close()
    returnFocus(at('row'))
    expect(document.activeElement).toBe(at('row'))
  })

  test('goes to an element around the opener if the opener is gone', () => {
    const opener = at('row')
    const close = open('row')
    opener.remove()
    close()
    returnFocus(opener)
    expect(document.activeElement).toBe(at('region'))
  })

  test('stays on another element that took it', () => {
    const close = open('row')
    at('other').focus()
    close()
    returnFocus(at('row'))
    expect(document.activeElement).toBe(at('other'))
  })

  test('goes to the dialog that stays open if the opener is gone', () => {
    const opener = at('row')
    const closeFirst = open('row')
    const closeSecond = leaveFocusHome()
    opener.remove()
    closeSecond()
    returnFocus(opener)
    expect(document.activeElement).toBe(at('dialog'))
    closeFirst()
  })
})

test('the page behind does not scroll while a dialog is open', () => {
  const closers = [leaveFocusHome(), leaveFocusHome()]
  const isHeld = () => document.documentElement.hasAttribute('data-dialog')
  expect(isHeld()).toBe(true)
  closers[0]?.()
  expect(isHeld()).toBe(true)
  closers[1]?.()
  expect(isHeld()).toBe(false)
})

/** Opens a dialog by a button and focuses its content. Returns a function that counts it as closed. */
function open(id: string): () => void {
  at(id).focus()
  const close = leaveFocusHome()
  at('yes').focus()
  return close
}
